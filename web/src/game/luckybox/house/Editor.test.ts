import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { Options } from "../../../generated/luckybox";
import { CARD, CHENGDU, CLASSIC } from "./fixtures";
import { Draft } from "./draft.svelte";
import Editor from "./Editor.svelte";
import { bringHouse } from "../../../house/house";
import type { OptionsCard } from "./wire";

type Answer = (card: Partial<OptionsCard>) => void;

// The server's answers come when a test says so, in the order that it says.
let asked: { options: Options; answer: Answer }[] = [];

function check(options: Options): Promise<OptionsCard> {
  return new Promise((answer) => {
    asked.push({
      options,
      answer: (card) => {
        answer({ options, houseRules: true, problem: null, deck: null, ...card });
      },
    });
  });
}

const KEEP = {
  code: "keep_more_than_dealt",
  text: "",
  params: { kept: 6, dealt: 5 },
  thing: "kept",
};

function show(options: Options = CLASSIC): Draft {
  const draft = new Draft(options, CARD.ruleSets, 2, check);
  render(Editor, { draft, ranges: CARD.ranges });
  return draft;
}

const rule = (name: string): HTMLElement => screen.getByRole("region", { name });
const press = (name: string | RegExp): Promise<void> => userEvent.click(screen.getByRole("button", { name }));

beforeAll(bringHouse);

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
});

test("who taps a few times asks once, with all of it", async () => {
  show();
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toHaveLength(1);
  await press("Rounds: one more");
  await press("Rounds: one more");
  expect(screen.getByText("6 rounds")).toBeTruthy();
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toHaveLength(2);
  expect(asked[1]?.options.rounds).toBe(6);
});

test("C38: nonsense says why, beside the rule that it is about, until it is mended", async () => {
  const draft = show();
  for (let i = 0; i < 3; i++) await press("Kept: one more");
  await vi.advanceTimersByTimeAsync(300);
  asked.at(-1)?.answer({ problem: KEEP });
  const alert = await within(rule("Boxes at the start")).findByRole("alert");
  expect(alert.textContent).toBe("You can't keep 6 of 5 boxes.");
  expect(draft.wrong).toBe("start");
  await press("Kept: one less");
  await vi.advanceTimersByTimeAsync(300);
  asked.at(-1)?.answer({ problem: null });
  await vi.waitFor(() => {
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

test("the last answer wins, however late an earlier one comes", async () => {
  const draft = show();
  await vi.advanceTimersByTimeAsync(300);
  draft.set({ kept: 6 });
  await vi.advanceTimersByTimeAsync(300);
  draft.set({ kept: 5 });
  await vi.advanceTimersByTimeAsync(300);
  const [, earlier, later] = asked;
  later?.answer({ problem: null });
  earlier?.answer({ problem: KEEP });
  await vi.advanceTimersByTimeAsync(50);
  expect(draft.problem).toBeNull();
});

test("what was changed is marked with what is usual, and goes back by a tap, alone or with all", async () => {
  const draft = show({ ...CLASSIC, rounds: 6, passRule: "always" });
  expect(draft.changed).toEqual(["rounds", "passRule"]);
  expect(rule("Rounds").textContent).toContain("usually: 4 rounds");
  await press(/Rounds: as usual again/);
  expect(draft.options).toEqual({ ...CLASSIC, passRule: "always" });
  expect(rule("Rounds").textContent).not.toContain("usually");
  draft.resetAll();
  expect(draft.options).toEqual(CLASSIC);
});

test("a stepper stops at its end and says how far it goes", async () => {
  const draft = show({ ...CLASSIC, rounds: 8 });
  await press("Rounds: one more");
  expect(draft.options.rounds).toBe(8);
  expect(within(rule("Rounds")).getByText("1 to 8")).toBeTruthy();
});

test("points are typed or stepped, and the row gets longer and shorter", async () => {
  const draft = show();
  await press("Points of a finished box: change");
  const first = screen.getByRole("spinbutton", { name: "Round 1" });
  await userEvent.clear(first);
  await userEvent.type(first, "20");
  expect(draft.options.boxPoints).toEqual([20, 12, 10, 8]);
  await press("Round 2: one less");
  await press("Points of a finished box: one value more");
  expect(draft.options.boxPoints).toEqual([20, 11, 10, 8, 8]);
  expect(draft.wanted.boxPoints).toEqual([20, 11, 10, 8]); // LB-8.3: the last value repeats
  await press("Points of a finished box: without the last value");
  await press("Points of a finished box: without the last value");
  expect(draft.options.boxPoints).toEqual([20, 11, 10]);
  expect(screen.getByRole("spinbutton", { name: "Round 3 and later" })).toBeTruthy();
});

test("LB-8.3: chengdu has no offers and no points for moons; what both have in common comes along and back", async () => {
  const draft = show({ ...CLASSIC, rounds: 6, startingLightning: 9 });
  await userEvent.click(screen.getByRole("radio", { name: /^Chengdu/ }));
  expect(draft.options).toEqual({ ...CHENGDU, rounds: 6 });
  for (const name of ["New boxes", "Most moons", "Fewest moons"]) {
    expect(screen.queryByRole("region", { name })).toBeNull();
  }
  await press("Points of stars: one more");
  expect(draft.options.starPoints).toEqual([3]);
  await userEvent.click(screen.getByRole("radio", { name: /^Classic/ }));
  expect(draft.options).toEqual({ ...CLASSIC, rounds: 6, startingLightning: 9 });
});

test("a server that can't be reached is told, and no problem of the rules", async () => {
  const draft = new Draft(CLASSIC, CARD.ruleSets, 2, () => Promise.reject(new Error("no line")));
  await vi.advanceTimersByTimeAsync(300);
  expect(draft.unreached).toBe(true);
  expect(draft.problem).toBeNull();
});
