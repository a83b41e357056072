import type { GameTold as DiceTold } from "../generated/lightningdice";
import type { GameTold } from "../generated/luckybox";
import { isTableTold } from "../table/telling";
import type { Film } from "./film";

/** Is a number that came, and the entry it came with. */
export type Draw = {
  readonly at: number;
  readonly round: number;
  readonly draw: number;
  readonly number: number;
};

/** Is a goal of a race, and the entry in which it was flipped. */
export type Goal = { readonly at: number; readonly goal: number };

/** Is something worth a small shape above the time line; a match is a goal that was met, as a box is finished. */
export type Mark = {
  readonly at: number;
  readonly kind: "chain" | "finished" | "passed" | "match" | "bonus" | "thunder" | "false";
  readonly seat: number;
};

/** Is a stretch of the time line: what is before the first number or goal (round 0), then a round or goal each. */
export type Stretch = { readonly round: number; readonly from: number; readonly to: number };

export type Marks = {
  readonly draws: readonly Draw[];
  readonly goals: readonly Goal[];
  readonly marks: readonly Mark[];
  readonly stretches: readonly Stretch[];
};

const CHAIN = 2; // bonus crosses of one seat after one number

/** Reads off a film of Lucky Box what its time line shows. Everybody is told of all of it. */
export function marksOf(film: Film): Marks {
  const draws: Draw[] = [];
  let marks: Mark[] = [];
  let chains = new Map<number, number>();
  for (const { at, told: all } of film.shots) {
    for (const one of all) {
      if (isTableTold(one)) continue;
      const told = one as GameTold;
      switch (told.t) {
        case "numberDrawn":
          draws.push({ at, round: told.round, draw: told.draw, number: told.number });
          chains = new Map();
          break;
        case "crossed": {
          const length = told.way === "bonus" ? (chains.get(told.seat) ?? 0) + 1 : 0;
          chains.set(told.seat, length);
          if (length === CHAIN) marks.push({ at, kind: "chain", seat: told.seat });
          break;
        }
        case "boxFinished":
          marks.push({ at, kind: "finished", seat: told.seat });
          break;
        case "passed":
          marks.push({ at, kind: "passed", seat: told.seat });
          break;
        case "takenBack": {
          // What was taken back didn't happen; what comes instead gets a shape of its own.
          const since = draws.at(-1)?.at ?? 0;
          if (told.to === 0) marks = marks.filter((mark) => mark.seat !== told.seat || mark.at <= since);
          chains.delete(told.seat);
          break;
        }
        default:
          break;
      }
    }
  }
  const starts = draws.filter((one, i) => one.round !== draws[i - 1]?.round);
  return { draws, goals: [], marks, stretches: stretchesOf(film, starts) };
}

/** Reads off a film of a race what its time line shows: its goals, and the calls that counted or cost. */
export function diceMarksOf(film: Film): Marks {
  const goals: Goal[] = [];
  const marks: Mark[] = [];
  for (const { at, told: all } of film.shots) {
    for (const one of all) {
      if (isTableTold(one)) continue;
      const told = one as DiceTold;
      if (told.t === "flipped") goals.push({ at, goal: told.goal });
      if (told.t !== "claimSettled") continue;
      const { seat, call, verdict, scored } = told;
      if (verdict === "valid") marks.push({ at, kind: call === "got" ? "match" : call, seat });
      else if (scored < 0) marks.push({ at, kind: "false", seat });
    }
  }
  const starts = goals.map(({ at, goal }) => ({ at, round: goal }));
  return { draws: [], goals, marks, stretches: stretchesOf(film, starts) };
}

function stretchesOf(film: Film, starts: readonly Pick<Draw, "at" | "round">[]): Stretch[] {
  const found: Stretch[] = [];
  const first = starts[0]?.at ?? film.last;
  if (first > 1) found.push({ round: 0, from: 1, to: first });
  starts.forEach(({ round, at }, i) => {
    found.push({ round, from: at, to: starts[i + 1]?.at ?? film.last });
  });
  return found;
}

/** Finds the number that counted at an entry. */
export function drawAt(draws: readonly Draw[], at: number): Draw | null {
  return draws.findLast((one) => one.at <= at) ?? null;
}
