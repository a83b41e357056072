import type { Reacted, Reaction, Said } from "../generated/messages";

/** Is something said, as this page shows it. */
export type Saying = {
  readonly id: number;
  readonly speaker: string;
  readonly seat: number | null;
  readonly name: string;
  readonly text: string;
  readonly instant: number;
  readonly mine: boolean;
};

/** Is a reaction that floats up just now. */
export type Float = { readonly id: number; readonly seat: number | null; readonly reaction: Reaction };

const MOST = 100;
const MOST_FLOATS = 12; // a crowd that claps must not fill the page
const FLOAT_MS = 2_200;

/** Is what is said and shown at a table. Who is muted is this page's own affair; the server never hears of it. */
export class Talk {
  sayings: readonly Saying[] = $state.raw([]);
  floats: readonly Float[] = $state.raw([]);
  muted: ReadonlyMap<string, string> = $state.raw(new Map<string, string>()); // speaker -> name
  unread = $state(0);
  #reading = false;
  #count = 0;
  readonly #key: string;

  constructor(table: string) {
    this.#key = `boltbox.muted.${table}`;
    this.muted = this.#remembered();
  }

  /** Is what may be seen: all but what the muted said. */
  readonly shown: readonly Saying[] = $derived.by(() =>
    this.sayings.filter((saying) => !this.muted.has(saying.speaker)),
  );

  /** Takes in what just came. */
  hear(message: Said | Reacted, mine: boolean): void {
    if (message.t === "said") {
      this.#keep(message, mine);
      if (!mine && !this.#reading && !this.muted.has(message.speaker)) this.unread += 1;
    } else if (!this.muted.has(message.speaker)) {
      this.#float(message);
    }
  }

  /** Takes in what was said before this page came, or while it was away; what is here already isn't news. */
  recall(said: readonly Said[], isMine: (said: Said) => boolean): void {
    const before = this.sayings;
    for (const one of said) {
      if (before.some((saying) => saying.speaker === one.speaker && saying.instant === one.instant)) continue;
      if (before.length > 0) this.hear(one, isMine(one));
      else this.#keep(one, isMine(one));
    }
  }

  /** Says whether the sayings are before the person's eyes; then nothing is unread. */
  read(open: boolean): void {
    this.#reading = open;
    if (open) this.unread = 0;
  }

  mute(speaker: string, name: string): void {
    this.#muted(new Map([...this.muted, [speaker, name]]));
  }

  unmute(speaker: string): void {
    this.#muted(new Map([...this.muted].filter(([one]) => one !== speaker)));
  }

  #keep({ speaker, seat, name, text, instant }: Said, mine: boolean): void {
    const saying = { id: ++this.#count, speaker, seat, name, text, instant, mine };
    this.sayings = [...this.sayings.slice(1 - MOST), saying];
  }

  #float({ seat, reaction }: Reacted): void {
    const float = { id: ++this.#count, seat, reaction };
    this.floats = [...this.floats.slice(1 - MOST_FLOATS), float];
    setTimeout(() => {
      this.floats = this.floats.filter((one) => one !== float);
    }, FLOAT_MS);
  }

  #muted(muted: ReadonlyMap<string, string>): void {
    this.muted = muted;
    try {
      sessionStorage.setItem(this.#key, JSON.stringify([...muted]));
    } catch {
      // it holds until the page is closed
    }
  }

  #remembered(): ReadonlyMap<string, string> {
    try {
      return new Map(JSON.parse(sessionStorage.getItem(this.#key) ?? "[]") as [string, string][]);
    } catch {
      return new Map<string, string>();
    }
  }
}
