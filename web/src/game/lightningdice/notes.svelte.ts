import type { ClaimSettled } from "../../generated/lightningdice";
import type { DiceTable } from "./race.svelte";
import { wordTold } from "./telling";
import { sayDice } from "./texts";

/** Is what became of a call, beside the seat that it concerns, for as long as it is news. */
export type Note = {
  readonly key: number;
  readonly kind: "good" | "bad" | "plain";
  readonly words: string; // short, for a small tray
  readonly whole: string; // the sentence, for the own one
};

const NEWS_MS = 2600;

/** Keeps, seat by seat, what became of the last call: a bonus, a strike, a call that was false or too late. */
export class Notes {
  readonly #table: DiceTable;
  #all: Readonly<Record<number, Note>> = $state.raw({});
  #count = 0;

  constructor(table: DiceTable) {
    this.#table = table;
  }

  of(seat: number): Note | null {
    return this.#all[seat] ?? null;
  }

  /** Hears verdicts until the returned function is called. */
  listen(): () => void {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const end = this.#table.hearing.listen((told) => {
      if (told.t !== "claimSettled") return;
      for (const [seat, note] of this.#notesOf(told)) {
        this.#all = { ...this.#all, [seat]: note };
        const timer = setTimeout(() => {
          timers.delete(timer);
          if (this.#all[seat] !== note) return;
          this.#all = Object.fromEntries(Object.entries(this.#all).filter(([, one]) => one !== note));
        }, NEWS_MS);
        timers.add(timer);
      }
    });
    return () => {
      end();
      timers.forEach(clearTimeout);
    };
  }

  #notesOf(told: ClaimSettled): (readonly [seat: number, note: Note])[] {
    const { lobby, you } = this.#table;
    const whole = wordTold(told, lobby, you) ?? "";
    const note = (kind: Note["kind"], words: string): Note => ({ key: ++this.#count, kind, words, whole });
    const points = (n: number): string => `${n > 0 ? "+" : "−"}${Math.abs(n)}`;
    if (told.verdict === "late") return [[told.seat, note("plain", sayDice("note.late"))]];
    if (told.verdict !== "valid") {
      const cost = told.scored < 0 ? ` ${points(told.scored)}` : "";
      return [[told.seat, note("bad", sayDice("note.false") + cost)]];
    }
    if (told.call !== "thunder") {
      const name = sayDice(told.call === "bonus" ? "note.bonus" : "note.got");
      return [[told.seat, note("good", told.scored > 0 ? `${name} ${points(told.scored)}` : name)]];
    }
    const struck = told.lost === 0 ? "" : ` ${points(-Math.abs(told.lost))}`;
    return [
      [told.seat, note("good", sayDice("note.thunder"))],
      [told.number, note("bad", sayDice("note.struck") + struck)],
    ];
  }
}
