import { list, sayDice, type DiceKey } from "./texts";

/** Is one character of a set or shape as it is drawn: a number, a letter, or any die. */
export type Mark = { readonly kind: "number" | "letter" | "any"; readonly text: string };

/** Is one side of a goal: six marks, a word, or a sum. */
export type Side =
  | { readonly kind: "marks"; readonly marks: readonly Mark[] }
  | { readonly kind: "word"; readonly word: "even" | "odd" | "low" | "high" }
  | { readonly kind: "sum"; readonly sign: "=" | "<=" | ">="; readonly sum: number };

function mark(character: string): Mark {
  if (character === "*") return { kind: "any", text: "" };
  return { kind: /\d/.test(character) ? "number" : "letter", text: character };
}

function side(text: string): Side {
  const [, sign, sum] = /^sum(=|<=|>=)(\d+)$/.exec(text) ?? [];
  if (sum !== undefined) return { kind: "sum", sign: sign as "=" | "<=" | ">=", sum: Number(sum) };
  if (text === "even" || text === "odd" || text === "low" || text === "high")
    return { kind: "word", word: text };
  return { kind: "marks", marks: Array.from(text, mark) };
}

/** Splits the text of a goal into what is drawn; what it means is the server's to say (LD-7.1). */
export function sidesOf(goal: string): readonly Side[] {
  return goal.split("&").map((text) => side(text.trim()));
}

/** Groups equal marks, the largest group first: how often each one is wanted. */
function groups(marks: readonly Mark[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const { kind, text } of marks) if (kind === "letter") counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a);
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

/** Names a side in words, where it has a name. */
export function nameOf(one: Side): string | null {
  if (one.kind === "word") return sayDice(`goal.${one.word}`);
  if (one.kind === "sum") {
    const key = one.sign === "=" ? "goal.sum" : one.sign === "<=" ? "goal.most" : "goal.least";
    return sayDice(key, { sum: one.sum });
  }
  const named = one.marks.every(({ kind }) => kind === "letter")
    ? NAMED[groups(one.marks).join(",")]
    : undefined;
  return named === undefined ? null : sayDice(named);
}

function spell({ marks }: Side & { kind: "marks" }): string {
  const spelled = marks.map(({ kind, text }) => (kind === "any" ? sayDice("goal.anyDie") : text)).join(" ");
  const letters = marks.some(({ kind }) => kind === "letter");
  return sayDice(letters ? "goal.letters" : "goal.numbers", { marks: spelled });
}

/** Says a whole goal to who can't see it. */
export function sayGoal(goal: string): string {
  return list(sidesOf(goal).map((one) => nameOf(one) ?? (one.kind === "marks" ? spell(one) : "")));
}
