import { beforeAll, expect, test } from "vitest";

import type { GameTold } from "../generated/luckybox";
import { bringAlone } from "./alone";
import { answersOf, sayAnswers, squaresOf } from "./summary";
import { dayBefore, leafOf, wordDay, wordLeft } from "./when";

const began = (round: number): GameTold => ({ t: "roundBegan", round }) as GameTold;
const drawn = { t: "numberDrawn", round: 1, draw: 1, number: 4 } as GameTold;
const crossed = (way: string): GameTold => ({ t: "crossed", seat: 1, way, number: 4 }) as unknown as GameTold;
const passed = { t: "passed", seat: 1, late: false } as GameTold;
const finished = { t: "boxFinished", seat: 1, box: 3, round: 1, points: 15 } as GameTold;
const back = (to: number): GameTold => ({ t: "takenBack", seat: 1, to });
const ended = { t: "gameEnded" } as GameTold;

beforeAll(bringAlone);

test("each draw shows the most that its answer came to", () => {
  const told = [
    ...[began(1), drawn, passed, drawn, crossed("drawn"), drawn, crossed("lightning")],
    ...[drawn, crossed("drawn"), crossed("bonus"), drawn, crossed("lightning"), crossed("bonus"), finished],
    ...[began(2), drawn, passed, ended],
  ];
  expect(answersOf(told)).toEqual([["pass", "cross", "bolt", "chain", "box"], ["pass"]]);
  expect(squaresOf(answersOf(told))).toBe("⬜🟦⚡🔗📦\n⬜");
});

test("what was taken back isn't shown", () => {
  const told = [
    began(1),
    drawn,
    crossed("drawn"),
    crossed("bonus"),
    finished,
    back(1),
    back(0),
    passed,
    ended,
  ];
  expect(answersOf(told)).toEqual([["pass"]]);
  const half = [began(1), drawn, crossed("drawn"), crossed("bonus"), back(1), ended];
  expect(answersOf(half)).toEqual([["cross"]]);
});

test("a game that goes on shows what was answered so far", () => {
  expect(answersOf([began(1), drawn, passed, drawn])).toEqual([["pass"]]);
  expect(answersOf([])).toEqual([]);
});

test("who hears it is told the same, and no number that came", () => {
  const rounds = answersOf([began(1), drawn, passed, drawn, passed, drawn, crossed("lightning"), ended]);
  expect(sayAnswers(rounds)).toBe("Your draws: 2 passes, 1 time with bolts.");
  expect(squaresOf(rounds)).not.toMatch(/\d/);
});

test("C32: days are days of UTC, whatever this device's clock and zone", () => {
  expect(wordDay("2026-11-30")).toBe("November 30, 2026");
  expect(leafOf("2027-01-01")).toEqual({ month: "January", number: "1", weekday: "Friday" });
  expect(dayBefore("2028-03-01")).toBe("2028-02-29");
  expect(dayBefore("2027-01-01")).toBe("2026-12-31");
});

test("the time that is left is said in whole minutes, the last one too", () => {
  expect(wordLeft(3 * 3_600_000 + 12 * 60_000)).toBe("3 h 12 min");
  expect(wordLeft(59 * 60_000 + 1)).toBe("1 h 0 min");
  expect(wordLeft(1)).toBe("1 min");
  expect(wordLeft(0)).toBe("1 min");
});
