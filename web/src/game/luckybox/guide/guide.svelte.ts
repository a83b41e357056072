import { preferences } from "../../../preferences.svelte";
import type { Turn } from "../turn.svelte";

/** Is what the guide speaks of now: its text, and the thing on the table. */
export type Step = { readonly name: string; readonly thing: string };

const PLACE = ".place:not([inert])";
const DRAWS = 2; // so many numbers are played with the guide

/**
 * Teaches by the first draws that a person really plays: each step comes when the table is so far, and goes when the
 * person did it or reads on. It only watches; nothing waits for it, but Done doesn't come by itself before it was shown.
 */
export class Guide {
  readonly #turn: Turn;
  #over: readonly string[] = $state.raw([]);
  #draws: readonly string[] = $state.raw([]);

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  readonly #now = $derived.by(() => {
    const head = this.#turn.table.parts.head;
    return head === undefined ? "" : `${head.round}.${head.draw}`;
  });

  /** Counts numbers from the one at which the guide began. */
  count(): void {
    if (this.#now !== "" && !this.#draws.includes(this.#now)) this.#draws = [...this.#draws, this.#now];
  }

  readonly #steps: readonly Step[] = $derived.by(() => {
    const turn = this.#turn;
    const draw = this.#draws.length;
    const choices = turn.ask?.choices ?? [];
    const drawn = choices.some((choice) => choice.action.t === "cross" && choice.price === 0);
    const priced = choices.some((choice) => choice.price > 0);
    const earns = choices.some((choice) => choice.price === 0 && choice.lines.length > 0);
    if (draw > DRAWS) return [{ name: "end", thing: "[data-thing=menu]" }];
    switch (turn.ask?.kind) {
      case "answer": {
        const glow = drawn
          ? { name: "glow", thing: `${PLACE} .cell.glows` }
          : { name: "pass", thing: "[data-thing=pass]" };
        if (draw < DRAWS) return [{ name: "number", thing: ".holder" }, glow];
        return [
          ...(priced ? [{ name: "price", thing: `${PLACE} .cell.priced` }] : []),
          earns
            ? { name: "ring", thing: `${PLACE} .tile.ring` }
            : { name: "tile", thing: `${PLACE} .tile:not(.none, .earned)` },
          glow,
        ];
      }
      case "bonus":
        return [{ name: "bonus", thing: ".prompt" }];
      case "confirm":
        return [{ name: "done", thing: ".actions" }];
      case "choose":
      case "refill":
      case "wait":
      case "over":
      case undefined:
        return [];
    }
  });

  readonly step: Step | null = $derived.by(
    () => this.#steps.find((step) => !this.#over.includes(step.name)) ?? null,
  );

  /** Reads on; behind the last step the guide is over for good. */
  next(): void {
    const step = this.step;
    if (step === null) return;
    this.#over = [...this.#over, step.name];
    if (step.name === "end") this.skip();
  }

  skip(): void {
    preferences.guided = true;
  }

  /** Whether Done was explained. */
  get patient(): boolean {
    return !this.#over.includes("done") && this.#draws.length <= 1;
  }
}
