import type {
  BonusCode,
  BoxView,
  Choice,
  Cross,
  Bonus,
  GameParts,
  GameTold,
  RuleSetName,
} from "../../generated/luckybox";
import { listing, say } from "../../texts";
import type { Table } from "../../table/table.svelte";

export { lobbySeat, nameOf, seatsOf, suitOf } from "../../table/seats";

export type LuckyTable = Table<GameParts, GameTold>;

/** Is a choice that crosses a cell. */
export type CellChoice = Choice & { readonly action: Cross | Bonus };

export const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Tells whether a seat is on this device. */
export function isMine(table: Pick<LuckyTable, "lobby" | "you">, seat: number): boolean {
  return seat === table.you || (table.lobby?.mine ?? []).includes(seat);
}

/** Names what is tapped, so that an answer can be shown beside it. */
export const thingOf = (box: number, cell: number): string => `cell-${box}-${cell}`;
export const tileOf = (box: number, line: number): string => `tile-${box}-${line}`;

export function isCrossed(box: BoxView, cell: number): boolean {
  return ((box.crossed >> cell) & 1) === 1;
}

/** Names the cells of a printed line: rows 0 to 2 from the top, columns 3 to 5 from the left. */
export function cellsOf(line: number): readonly number[] {
  return line < 3 ? [3 * line, 3 * line + 1, 3 * line + 2] : [line - 3, line, line + 3];
}

export function isFull(box: BoxView, line: number): boolean {
  return cellsOf(line).every((cell) => isCrossed(box, cell));
}

export function codeOf(box: BoxView, line: number): BonusCode {
  return (line < 3 ? box.rows[line] : box.columns[line - 3]) ?? "-";
}

export const isDigit = (code: BonusCode): boolean => /^\d$/.test(code);

/** Tells whether a choice spends a question mark. */
export function byQuestion(choice: CellChoice | undefined): boolean {
  return choice?.action.t === "cross" && choice.action.way === "question";
}

export function isCellChoice(choice: Choice): choice is CellChoice {
  return choice.action.t === "cross" || choice.action.t === "bonus";
}

/** Says what a printed code gives; in `chengdu` a digit is any cross, and a question mark is kept (LB-4.3). */
export function sayCode(code: BonusCode, ruleSet: RuleSetName): string {
  const stays = ruleSet === "chengdu";
  if (code === "?") return say(stays ? "code.question" : "code.any");
  if (isDigit(code)) return stays ? say("code.extra") : say("code.number", { code });
  return say(`code.${code as "L" | "LL" | "S" | "M" | "-"}`);
}

export function sayTile(box: BoxView, line: number, ruleSet: RuleSetName): string {
  const what = sayCode(codeOf(box, line), ruleSet);
  return line < 3 ? say("tile.row", { n: line + 1, what }) : say("tile.column", { n: line - 2, what });
}

/** Writes a value as it is printed on a moon token. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

export function sayLine(line: number): string {
  return line < 3 ? say("line.row", { n: line + 1 }) : say("line.column", { n: line - 2 });
}

/** Describes a box to who can't see it. */
export function sayBox(box: BoxView, ruleSet: RuleSetName): string {
  const words = (code: BonusCode): string => sayCode(code, ruleSet);
  const rows = [0, 3, 6].map((at) => listing(Array.from(box.grid.slice(at, at + 3))));
  return say("box.about", {
    box: box.id + 1,
    numbers: rows.join("; "),
    rows: listing(box.rows.map(words)),
    columns: listing(box.columns.map(words)),
  });
}
