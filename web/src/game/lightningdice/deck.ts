import type { GoalDeck } from "../../generated/lightningdice";

const HEAD = /^\s*(name|author|licence)\s*:/m;

/** Writes a deck as a person edits it: its goals, a line each, under its head. */
export function textOf({ name, author, licence, goals }: GoalDeck): string {
  return [`name: ${name}`, `author: ${author}`, `licence: ${licence}`, "", ...goals].join("\n");
}

const headOf = (name: string): string => `name: ${name}\nauthor: ${name}\nlicence: CC0-1.0\n\n`;

/** Gives goals that were only listed the head that a deck needs; one that has a head stays as it is. */
export function withHead(text: string, name: string): string {
  return HEAD.test(text) ? text : `${headOf(name)}${text}\n`;
}

/** Counts the lines that `withHead` puts above what a person wrote. */
export function linesAbove(text: string): number {
  return HEAD.test(text) ? 0 : headOf("").split("\n").length - 1;
}
