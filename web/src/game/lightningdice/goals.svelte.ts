import type { GoalDeck, Options } from "../../generated/lightningdice";
import { type Wrong, wrongIn } from "../../house/causes";
import { call } from "../../wire/api";
import { linesAbove, textOf, withHead } from "./deck";

const WAIT_MS = 250; // who types asks once

/** Is the goal cards that a host thinks of: the built-in ones, or own ones as they are written. */
export class Goals {
  own = $state(false);
  text = $state("");
  deck: GoalDeck | null = $state.raw(null); // what was read of the text as it stands
  wrong: Wrong | null = $state.raw(null);

  readonly #name: () => string;
  #builtIn = "boltbox";
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: () => string) {
    this.#name = name;
  }

  /** What the option says; null while an own deck can't be read. */
  get option(): Options["deck"] | null {
    return this.own ? this.deck : this.#builtIn;
  }

  /** Takes the goal cards of other options. */
  take(deck: Options["deck"]): void {
    this.close();
    this.own = typeof deck !== "string";
    this.wrong = null;
    if (typeof deck === "string") this.#builtIn = deck;
    else [this.text, this.deck] = [textOf(deck), deck];
  }

  /** Writes on; the server says soon whether it can be read. */
  write(text: string): void {
    this.close();
    [this.text, this.deck, this.wrong] = [text, null, null];
    if (text.trim() === "") return;
    const mine = this.#count;
    this.#timer = setTimeout(() => void this.#read(text, mine), WAIT_MS);
  }

  /** Asks no more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#count += 1;
  }

  async #read(text: string, mine: number): Promise<void> {
    try {
      const whole = { text: withHead(text, this.#name()) };
      const read = (await call("POST", "/api/games/lightningdice/deck", whole)) as { deck: GoalDeck };
      if (mine === this.#count) this.deck = read.deck;
    } catch (error) {
      if (mine === this.#count) this.wrong = wrongIn(error, linesAbove(text));
    }
  }
}
