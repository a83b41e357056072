import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";

import type { AskPart, GameAction, GameParts } from "../../generated/luckybox";
import type { FakeSocket } from "../../wire/sockets";
import { BOX, parts, seat, tableOf } from "./fixtures";
import Play from "./Play.svelte";
import { Turn } from "./turn.svelte";

beforeEach(() => {
  // Nothing is laid out in a test; boxes need to hear of some space.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(390);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(500);
});

function show(view: GameParts): { socket: FakeSocket; turn: Turn } {
  const { table, socket } = tableOf(view);
  const turn = new Turn(table);
  render(Play, { turn, news: [] });
  return { socket, turn };
}

function sent(socket: FakeSocket): GameAction[] {
  return socket.sent.flatMap((message) => (message.t === "act" ? [message.action as GameAction] : []));
}

function cell(name: RegExp): HTMLElement {
  return screen.getByRole("button", { name });
}

const bonus: Partial<AskPart> = {
  kind: "bonus",
  choices: [
    { action: { t: "bonus", code: "4", box: 7, cell: 6 }, price: 0, lines: [], finishes: false },
    { action: { t: "bonus", code: "?", box: 7, cell: 4 }, price: 0, lines: [], finishes: false },
  ],
};
const due = [
  { code: "4", box: 7, line: 0 },
  { code: "?", box: 7, line: 1 },
] as const;

test("a cell says what it is, what it costs and what it earns", () => {
  show(parts());
  expect(cell(/^3, row 1, column 3, can be crossed, earns cross a 4$/)).toBeTruthy();
  expect(cell(/^4, row 3, column 1, costs 1 bolt$/)).toBeTruthy();
  expect(cell(/^1, row 1, column 1, crossed$/)).toBeTruthy();
});

test("a tap sends the choice as it was offered", async () => {
  const { socket } = show(parts());
  await userEvent.click(cell(/^4, row 3/));
  expect(sent(socket)).toEqual([{ t: "cross", box: 7, cell: 6, way: "lightning" }]);
});

test("a tap on anything else is sent too, so that the server says why not", async () => {
  const { socket } = show(parts());
  await userEvent.click(cell(/^8, row 2/));
  expect(sent(socket)).toEqual([{ t: "cross", box: 7, cell: 4, way: "drawn" }]);
});

test("a double click is one tap", async () => {
  const { socket } = show(parts());
  await userEvent.dblClick(cell(/^3, row 1/));
  expect(sent(socket)).toHaveLength(1);
});

test("of several waiting bonuses the first is spent until another is picked", async () => {
  const { socket } = show(parts(bonus, { due: [...due] }));
  expect(cell(/^4, row 3.*can be crossed/)).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "cross any number" }));
  await userEvent.click(cell(/^8, row 2.*can be crossed/));
  expect(sent(socket)).toEqual([{ t: "bonus", code: "?", box: 7, cell: 4 }]);
});

test("pass shows only where it is offered", () => {
  show(parts());
  expect(screen.queryByRole("button", { name: "Pass" })).toBeNull();
});

test("what was pressed is shown as pressed until the answer comes", async () => {
  const { socket } = show(parts());
  await userEvent.click(cell(/^3, row 1/));
  expect(cell(/^3, row 1.*pressed, not done yet/)).toBeTruthy();
  const id = socket.sent.flatMap((message) => (message.t === "act" ? [message.id] : []))[0] ?? "";
  const box = { ...BOX, crossed: 0b000000111 };
  const changed = { seat1: seat(1, { boxes: [box] }) };
  socket.says({ t: "step", version: 4, parts: changed, told: [], for: id });
  await Promise.resolve();
  flushSync();
  expect(cell(/^3, row 1, column 3, crossed/)).toBeTruthy();
});

test("one cell of a box is reached by Tab, the arrows walk on from it, and Enter taps", async () => {
  const { socket } = show(parts());
  cell(/^8, row 2/).focus();
  await userEvent.keyboard("{ArrowUp}{ArrowRight}{ArrowRight}");
  expect(document.activeElement).toBe(cell(/^3, row 1/));
  await userEvent.keyboard("{Enter}");
  expect(sent(socket)).toHaveLength(1);
});

test("focus stays on its cell when others act", async () => {
  const { socket } = show(parts());
  const focused = cell(/^8, row 2/);
  focused.focus();
  for (let version = 4; version < 24; version += 1) {
    const changed = { seat2: seat(2, { score: version }) };
    socket.says({ t: "step", version, parts: changed, told: [], for: null });
  }
  await Promise.resolve();
  flushSync();
  expect(document.activeElement).toBe(focused);
});
