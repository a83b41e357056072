import type { Side } from "../../generated/lightningdice";
import { list, sayDice, type DiceKey } from "./texts";

/** Is one character of a set or shape as it is drawn: a number, a letter, or any die. */
export type Mark = { readonly kind: "number" | "letter" | "any"; readonly text: string };

/** Lists what is drawn of a side: six marks of a set or shape, of another side none. */
export function marksOf({ form, text }: Side): readonly Mark[] {
  if (form !== "set" && form !== "shape") return [];
  const kind = form === "set" ? "number" : "letter";
  return Array.from(text, (sign) => (sign === "*" ? { kind: "any", text: "" } : { kind, text: sign }));
}

/** Counts equal letters, the largest group first: how often each one is wanted. */
function groups(text: string): string {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a).join(",");
}

const NAMED: Readonly<Record<string, DiceKey>> = {
  "6": "goal.six",
  "5,1": "goal.five",
  "4,2": "goal.fourTwo",
  "4,1,1": "goal.four",
  "3,3": "goal.triples",
  "2,2,2": "goal.pairs",
  "3,2,1": "goal.house",
  "3,1,1,1": "goal.three",
  "2,2,1,1": "goal.twoPairs",
  "2,1,1,1,1": "goal.pair",
  "1,1,1,1,1,1": "goal.different",
};
const WORDS: Readonly<Record<string, DiceKey>> = {
  even: "goal.even",
  odd: "goal.odd",
  low: "goal.low",
  high: "goal.high",
};
const SUMS: Readonly<Record<string, DiceKey>> = { "=": "goal.sum", "<=": "goal.most", ">=": "goal.least" };

/** Names a side in words, where it has a name. */
export function nameOf({ form, text, number }: Side): string | null {
  const named = { word: WORDS[text], sum: SUMS[text], set: undefined, shape: NAMED[groups(text)] }[form];
  if (named === undefined || (form === "shape" && text.includes("*"))) return null;
  return sayDice(named, { sum: number });
}

function spell(side: Side): string {
  const marks = marksOf(side).map(({ kind, text }) => (kind === "any" ? sayDice("goal.anyDie") : text));
  return sayDice(side.form === "shape" ? "goal.letters" : "goal.numbers", { marks: marks.join(" ") });
}

/** Says a whole goal to who can't see it. */
export function sayGoal(sides: readonly Side[]): string {
  return list(sides.map((side) => nameOf(side) ?? spell(side)));
}
