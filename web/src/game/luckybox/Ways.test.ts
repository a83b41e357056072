import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import type { AskPart, Choice, GameAction, GameParts, SeatPart, Way } from "../../generated/luckybox";
import { parts, tableOf } from "./fixtures";
import LuckyBox from "./LuckyBox.svelte";

beforeEach(() => {
  // Nothing is laid out in a test; boxes need to hear of some space.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(390);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(500);
});

const way = (cell: number, name: Way, price = 0): Choice => ({
  action: { t: "cross", box: 7, cell, way: name },
  price,
  lines: [],
  finishes: false,
});
// Cell 2 is a 3, cell 6 a 4, cell 4 an 8; a 3 was drawn.
const WAYS = [way(2, "drawn"), way(6, "lightning", 1), ...[2, 4, 6].map((cell) => way(cell, "question"))];

function show(ask: Partial<AskPart>, own: Partial<SeatPart>): () => GameAction[] {
  const view: GameParts = parts(ask, own);
  const rules = { options: { ...view.rules.options, ruleSet: "chengdu" as const } };
  const { table, socket } = tableOf({ ...view, rules });
  render(LuckyBox, { table });
  return () => socket.sent.flatMap((message) => (message.t === "act" ? [message.action as GameAction] : []));
}

const cell = (name: RegExp): HTMLElement => screen.getByRole("button", { name });
const mark = (): HTMLElement => screen.getByRole("button", { name: /^Spend a question mark/ });

test("a cell is crossed by the cheapest way, and only what nothing else reaches by a question mark", async () => {
  const sent = show({ choices: WAYS }, { questions: 2 });
  expect(cell(/^3, row 1.*can be crossed/)).toBeTruthy();
  expect(cell(/^4, row 3.*costs 1 bolt/)).toBeTruthy();
  await userEvent.click(cell(/^8, row 2.*costs a question mark/));
  expect(sent()).toEqual([{ t: "cross", box: 7, cell: 4, way: "question" }]);
});

test("a question mark comes first for who asks for it, and goes back behind the others", async () => {
  const sent = show({ choices: WAYS }, { questions: 2 });
  await userEvent.click(mark());
  expect(mark().getAttribute("aria-pressed")).toBe("true");
  expect(cell(/^3, row 1.*costs a question mark/)).toBeTruthy();
  await userEvent.click(mark());
  expect(cell(/^3, row 1.*can be crossed/)).toBeTruthy();
  await userEvent.click(mark());
  await userEvent.click(cell(/^3, row 1/));
  expect(sent()).toEqual([{ t: "cross", box: 7, cell: 2, way: "question" }]);
});

test("question marks that can't be spent now are counted, and offer nothing", () => {
  show({ choices: WAYS.slice(0, 2) }, { questions: 2 });
  expect(document.querySelector("[data-thing=token-questions]")?.getAttribute("aria-label")).toBe(
    "2 question marks",
  );
  expect(screen.queryByRole("button", { name: /^Spend a question mark/ })).toBeNull();
});

test("moons say what is printed on them", () => {
  show({}, { moons: 2, moonValues: [3, -1] });
  expect(document.querySelector("[data-thing=token-moons]")?.getAttribute("aria-label")).toBe(
    "2 moons: +3, −1",
  );
});

test("extra marks of several lines are one kind of bonus, which crosses any number", async () => {
  const due = [
    { code: "4", box: 7, line: 0 },
    { code: "6", box: 7, line: 1 },
  ] as const;
  const choices = due.map(({ code }) => ({
    ...way(4, "drawn"),
    action: { t: "bonus" as const, code, box: 7, cell: 4 },
  }));
  const sent = show({ kind: "bonus", choices }, { due });
  expect(screen.queryByRole("radiogroup")).toBeNull();
  expect(document.querySelector(".prompt")?.textContent).toContain("any number");
  await userEvent.click(cell(/^8, row 2/));
  expect(sent()).toEqual([{ t: "bonus", code: "4", box: 7, cell: 4 }]);
});
