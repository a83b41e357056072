import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import type { AskPart, GameAction, GameParts, Refilling } from "../../generated/luckybox";
import type { FakeSocket } from "../../wire/sockets";
import { BOX, parts, tableOf } from "./fixtures";
import Refill from "./Refill.svelte";
import { Turn } from "./turn.svelte";
import type { LuckyTable } from "./view";

beforeEach(() => {
  // Nothing is laid out in a test; boxes need to hear of some space.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(390);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(500);
});

const RESERVE = [20, 21].map((id) => ({ ...BOX, id, crossed: 0 }));

function show(
  boxes: readonly number[],
  refill: Refilling | null = null,
  ask: Partial<AskPart> = {},
): { table: LuckyTable; socket: FakeSocket } {
  const own = { boxes: boxes.map((id) => ({ ...BOX, id })) };
  const view: GameParts = parts({ kind: "refill", choices: [], ...ask }, own);
  const shown = tableOf({
    ...view,
    head: { ...view.head, phase: "refill", round: 1, drawn: [] },
    rules: { options: { ...view.rules.options, ruleSet: "chengdu" } },
    own: { offer: [], keep: 0, chosen: null, confirm: true, reserve: RESERVE, refill },
  });
  render(Refill, { turn: new Turn(shown.table) });
  return shown;
}

function sent(socket: FakeSocket): GameAction[] {
  return socket.sent.flatMap((message) => (message.t === "act" ? [message.action as GameAction] : []));
}

const press = (name: RegExp): Promise<void> => userEvent.click(screen.getByRole("button", { name }));

test("boxes go, come from the reserve and come blind, in one go", async () => {
  const { socket } = show([1, 2]);
  await press(/^Give away Box 2:/);
  expect(screen.getByText("2 crosses will be lost.")).toBeTruthy();
  await press(/^Lay out Box 22:/);
  await press(/^One more blind/);
  await press(/^Go on with 3 boxes/);
  expect(sent(socket)).toEqual([{ t: "refill", discard: [1], take: [21], blind: 1 }]);
});

test("never more boxes than may lie there: it says so beside what was tapped", async () => {
  const { table } = show([1, 2]);
  await press(/^One more blind/);
  await press(/^Lay out Box 21:/);
  expect(table.objection).toMatchObject({ thing: "pick-20", words: /^Never more than 3/ });
  expect(screen.getByRole("button", { name: /^Go on with 3 boxes/ })).toBeTruthy();
});

test("who keeps a box after all gets nothing in its place", async () => {
  const { socket } = show([1, 2, 3]);
  await press(/^Give away Box 2:/);
  await press(/^One more blind/);
  await press(/^Give away Box 2:/);
  await press(/^Go on with 3 boxes/);
  expect(sent(socket)).toEqual([{ t: "refill", discard: [], take: [], blind: 0 }]);
});

test("what was chosen stays in sight, and can be thought over until all have chosen", async () => {
  const { socket } = show([1], { discard: [], take: [20], blind: 1 }, { open: false, back: 1 });
  expect(screen.getByText("Chosen. Waiting for Ben")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Go on/ })).toBeNull();
  await press(/^Think again/);
  expect(sent(socket)).toEqual([{ t: "takeBack", to: 0 }]);
});
