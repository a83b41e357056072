import type {
  BonusCode,
  BoxView,
  Choice,
  Cross,
  Bonus,
  GameParts,
  GameTold,
  SeatPart,
} from "../../generated/luckybox";
import type { Lobby, LobbySeat } from "../../generated/messages";
import { listing, say } from "../../texts";
import type { Table } from "../../table/table.svelte";

export type LuckyTable = Table<GameParts, GameTold>;

/** Is a choice that crosses a cell. */
export type CellChoice = Choice & { readonly action: Cross | Bonus };

export const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Lists the seats that play, in order. */
export function seatsOf(parts: Partial<GameParts>): SeatPart[] {
  return Object.keys(parts)
    .flatMap((name) => {
      const seat = /^seat(\d+)$/.exec(name)?.[1];
      const part = seat === undefined ? undefined : parts[`seat${Number(seat)}`];
      return part === undefined ? [] : [part];
    })
    .sort((a, b) => a.seat - b.seat);
}

export function lobbySeat(lobby: Lobby | null, seat: number): LobbySeat | undefined {
  return lobby?.seats.find((one) => one.seat === seat);
}

export function nameOf(lobby: Lobby | null, seat: number): string {
  return lobbySeat(lobby, seat)?.name ?? say("lobby.seat", { seat });
}

export function suitOf(lobby: Lobby | null, seat: number): number {
  return lobbySeat(lobby, seat)?.suit ?? seat - 1;
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

export function isCellChoice(choice: Choice): choice is CellChoice {
  return choice.action.t === "cross" || choice.action.t === "bonus";
}

export function sayCode(code: BonusCode): string {
  if (code === "?") return say("code.any");
  if (/^\d$/.test(code)) return say("code.number", { code });
  return say(`code.${code as "L" | "LL" | "S" | "M" | "-"}`);
}

export function sayTile(box: BoxView, line: number): string {
  const what = sayCode(codeOf(box, line));
  return line < 3 ? say("tile.row", { n: line + 1, what }) : say("tile.column", { n: line - 2, what });
}

export function sayLine(line: number): string {
  return line < 3 ? say("line.row", { n: line + 1 }) : say("line.column", { n: line - 2 });
}

/** Describes a box to who can't see it. */
export function sayBox(box: BoxView): string {
  const rows = [0, 3, 6].map((at) => listing(Array.from(box.grid.slice(at, at + 3))));
  return say("box.about", {
    box: box.id + 1,
    numbers: rows.join("; "),
    rows: listing(box.rows.map(sayCode)),
    columns: listing(box.columns.map(sayCode)),
  });
}
