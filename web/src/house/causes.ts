import { ApiProblem, sayProblem } from "../wire/api";
import { sayHouse } from "./house";

// What can be wrong with a line of a deck, as the server says it: rules/luckybox/deck.py, rules/lightningdice/deck.py
// and goals.py, rules/decks/reading.py.
const CAUSES: readonly (readonly [string, RegExp])[] = [
  ["fields", /^a face is 'grid rows columns', three fields, not (?<given>\d+)$/],
  ["grid", /^a grid is nine digits 1-9, not '(?<given>.*)'$/],
  ["rows", /^a face has three row codes, not (?<given>\d+) in '(?<text>.*)'$/],
  ["columns", /^a face has three column codes, not (?<given>\d+) in '(?<text>.*)'$/],
  ["bonus", /^'(?<given>.*)' is no bonus; bonuses are /],
  ["size", /^a deck has (?<least>\d+) to (?<most>\d+) faces, this one (?<given>\d+)$/],
  ["goal.many", /^a deck has (?<least>\d+) to (?<most>\d+) goals, this one (?<given>\d+)$/],
  ["goal.length", /^a goal has at most (?<most>\d+) characters, this one (?<given>\d+)$/],
  ["goal.never", /^no six dice can meet '(?<given>.*)'$/],
  ["goal.always", /^every six dice meet '(?<given>.*)'$/],
  ["goal.joined", /^'&' joins two things, but '(?<given>.*)' has (?<count>\d+)$/],
  ["goal.side", /^one side of '&' is empty$/],
  ["goal.small", /^'(?<given>.*)' is written in small letters: (?<right>.*)$/],
  ["goal.sum", /^'(?<given>.*)' is no sum; /],
  ["goal.none", /^'(?<given>.*)' is no goal; /],
  ["goal.range", /^the sum of six dice is (?<least>\d+) to (?<most>\d+), not (?<given>\d+)$/],
  ["goal.letter", /^a letter in a set or shape is A to F, not '(?<given>.*)'$/],
  ["goal.number", /^a number in a set or shape is 1 to 6, not '(?<given>.*)'$/],
  ["goal.six", /^a set or shape has 6 characters, '(?<text>.*)' has (?<given>\d+)$/],
  ["goal.stars", /^at most five of the six can be '\*'$/],
  ["goal.mixed", /^a goal has digits or letters, never both, as '(?<given>.*)' has$/],
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

/** Is what is wrong with a deck in words, and in which line; 0: it is about none. */
export type Wrong = { readonly line: number; readonly words: string };

/**
 * Words what is wrong with a deck; a cause of a newer server is told as it came. `above` is how many lines were sent
 * that the person doesn't see.
 */
export function wrongIn(error: unknown, above = 0): Wrong {
  const problem = error instanceof ApiProblem ? error.problem : null;
  const { line, cause } = problem?.params ?? {};
  const words = typeof cause === "string" ? sayOne(cause) : null;
  const at = line === undefined ? 0 : Math.max(1, Number(line) - above);
  return {
    line: at,
    words: words === null || at === 0 ? sayProblem(error) : sayHouse("cause", { line: at, words }),
  };
}
