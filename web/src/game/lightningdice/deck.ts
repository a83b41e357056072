import type { GoalDeck } from "../../generated/lightningdice";

const HEAD = /^\s*(name|author|licence)\s*:/m;

/** Writes a deck as a person edits it: its goals, a line each, under a head if it isn't made here. */
export function textOf({ name, author, licence, goals }: GoalDeck): string {
  return [`name: ${name}`, `author: ${author}`, `licence: ${licence}`, "", ...goals].join("\n");
}

/** Gives goals that were only listed the head that a deck needs; one that has a head stays as it is. */
export function withHead(text: string, name: string): string {
  if (HEAD.test(text)) return text;
  return `name: ${name}\nauthor: ${name}\nlicence: CC0-1.0\n\n${text}\n`;
}
