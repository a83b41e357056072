import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import type { GameParts, SeatPart } from "../../generated/luckybox";
import Choosing from "./Choosing.svelte";
import { BOX, OWN, parts, tableOf } from "./fixtures";
import { Turn } from "./turn.svelte";
import type { LuckyTable } from "./view";

const OFFER = [20, 21, 22, 23, 24].map((id) => ({ ...BOX, id, crossed: 0 }));

beforeEach(() => {
  // Nothing is laid out in a test; boxes need to hear of some space.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(390);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(500);
});

function show(round: number, keep: number, own: Partial<SeatPart> = {}): LuckyTable {
  const view: GameParts = parts({ kind: "choose", choices: [] }, own);
  const { table } = tableOf({
    ...view,
    head: { ...view.head, phase: "choice", round, drawn: [] },
    own: { ...OWN, offer: OFFER, keep },
  });
  render(Choosing, { turn: new Turn(table) });
  return table;
}

function pick(box: number): Promise<void> {
  return userEvent.click(screen.getByRole("button", { name: new RegExp(`^Box ${box + 1}:`) }));
}

test("one box too many says why it isn't taken, beside that box", async () => {
  const table = show(0, 3);
  for (const box of [20, 21, 22]) await pick(box);
  expect(table.objection).toBeNull();
  await pick(23);
  expect(table.objection).toMatchObject({ thing: "pick-23", words: "You keep 3. Put one back first." });
  expect(document.querySelectorAll('.pick[aria-pressed="true"]')).toHaveLength(3);
  await pick(20);
  expect(table.objection).toBeNull();
});

test("where one is kept, another tap takes the other", async () => {
  const table = show(1, 1);
  await pick(20);
  await pick(21);
  expect(table.objection).toBeNull();
  expect(document.querySelectorAll('.pick[aria-pressed="true"]')).toHaveLength(1);
});

test("the own boxes are beside a later offer, and not at the first choice, where there are none", () => {
  const boxes = [1, 2, 3, 4, 5].map((id) => ({ ...BOX, id }));
  show(1, 1, { boxes });
  expect(screen.getByRole("button", { name: "Look at your boxes" })).toBeTruthy();
  expect(document.querySelectorAll(".small")).toHaveLength(5);
});
