import { ApiProblem, sayProblem } from "../../../wire/api";
import { sayHouse } from "./house";

// What can be wrong with a line of a deck, as the server says it (rules/luckybox/deck.py, rules/decks/reading.py).
const CAUSES: readonly (readonly [string, RegExp])[] = [
  ["fields", /^a face is 'grid rows columns', three fields, not (?<given>\d+)$/],
  ["grid", /^a grid is nine digits 1-9, not '(?<given>.*)'$/],
  ["rows", /^a face has three row codes, not (?<given>\d+) in '(?<text>.*)'$/],
  ["columns", /^a face has three column codes, not (?<given>\d+) in '(?<text>.*)'$/],
  ["bonus", /^'(?<given>.*)' is no bonus; bonuses are /],
  ["size", /^a deck has (?<least>\d+) to (?<most>\d+) faces, this one (?<given>\d+)$/],
  ["missing", /^the header has no line '(?<key>\w+): \.\.\.'$/],
  ["late", /^'(?<key>\w+)' must stand before the first /],
  ["twice", /^'(?<key>\w+)' stands twice$/],
  ["empty", /^'(?<key>\w+)' is empty$/],
  ["long", /^'(?<key>\w+)' has (?<given>\d+) characters, (?<most>\d+) at most$/],
  ["unseen", /^'(?<key>\w+)' has signs that can't be seen$/],
  ["header", /^a header line is one of name, author, licence, not '(?<given>.*)'$/],
];

function sayOne(cause: string): string | null {
  for (const [name, pattern] of CAUSES) {
    const found = pattern.exec(cause);
    if (found !== null) return sayHouse(`cause.${name}`, { ...found.groups });
  }
  return null;
}

/** Words what is wrong with a deck, and in which line; a cause of a newer server is told as it came. */
export function sayCause(error: unknown): string {
  const problem = error instanceof ApiProblem ? error.problem : null;
  const { line, cause } = problem?.params ?? {};
  const words = typeof cause === "string" ? sayOne(cause) : null;
  return words === null || line === undefined ? sayProblem(error) : sayHouse("cause", { line, words });
}
