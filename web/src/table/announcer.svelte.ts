import { sentences } from "../texts";

/** Is something said to who listens to the page, by one of its mouths. */
export type Said = { readonly id: number; readonly mouth: number; readonly words: string };

const JOIN_MS = 100; // what comes this close together is said in one breath
const MOST = 40;

/**
 * Says everything once, in order. Outside an open dialog nothing can be heard, so each dialog has a mouth of its own,
 * and the one opened last speaks.
 */
class Announcer {
  said: readonly Said[] = $state.raw([]);
  #mouths: number[] = [];
  #count = 0;
  #waiting: string[] = [];

  /** Opens a mouth, and gives what closes it. */
  open(): { mouth: number; close: () => void } {
    const mouth = ++this.#count;
    this.#mouths.push(mouth);
    return {
      mouth,
      close: () => {
        this.#mouths = this.#mouths.filter((one) => one !== mouth);
        this.said = this.said.filter((one) => one.mouth !== mouth);
      },
    };
  }

  /** Says whole sentences. */
  say(words: string): void {
    this.#waiting.push(words);
    if (this.#waiting.length > 1) return;
    setTimeout(() => {
      const said = sentences(this.#waiting);
      this.#waiting = [];
      const mouth = this.#mouths.at(-1);
      if (mouth !== undefined) {
        this.said = [...this.said.slice(1 - MOST), { id: ++this.#count, mouth, words: said }];
      }
    }, JOIN_MS);
  }
}

export const announcer = new Announcer();
