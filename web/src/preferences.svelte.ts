export type Scheme = "auto" | "light" | "dark";

type Kept = { scheme: Scheme; muted: boolean; pressDone: boolean; named: boolean };

const KEY = "boltbox";
const FIRST: Kept = { scheme: "auto", muted: false, pressDone: false, named: false };

function load(): Kept {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return FIRST; // a browser that keeps nothing is welcome too
  }
}

/** Is what a person prefers, remembered by the browser. */
class Preferences {
  #kept: Kept = $state.raw(load());

  get scheme(): Scheme {
    return this.#kept.scheme;
  }
  set scheme(scheme: Scheme) {
    this.#keep({ scheme });
    this.show();
  }

  get muted(): boolean {
    return this.#kept.muted;
  }
  set muted(muted: boolean) {
    this.#keep({ muted });
  }

  /** Whether *Done* waits for a press instead of coming by itself. */
  get pressDone(): boolean {
    return this.#kept.pressDone;
  }
  set pressDone(pressDone: boolean) {
    this.#keep({ pressDone });
  }

  /** Whether the person was asked for name and colour. */
  get named(): boolean {
    return this.#kept.named;
  }
  set named(named: boolean) {
    this.#keep({ named });
  }

  /** Puts the colour scheme on the page; the styles do the rest. */
  show(): void {
    if (this.scheme === "auto") delete document.documentElement.dataset["scheme"];
    else document.documentElement.dataset["scheme"] = this.scheme;
  }

  #keep(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // it holds until the page is closed
    }
  }
}

export const preferences = new Preferences();

export function prefersStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
