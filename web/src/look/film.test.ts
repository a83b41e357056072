import { describe, expect, test, vi } from "vitest";

import type { Replay, ReplayStep } from "../generated/past";
import { parts, seat } from "../game/luckybox/fixtures";
import { Film, lobbyOf } from "./film";
import { diceMarksOf, drawAt, marksOf } from "./marks";
import { Player } from "./player.svelte";

const HEAD = parts().head;
const number = (draw: number, value: number, round = 1): object => ({
  t: "numberDrawn",
  round,
  draw,
  number: value,
});
const crossed = (of: number, way: string): object => ({
  ...{ t: "crossed", seat: of, box: 7, cell: 2, number: 3 },
  ...{ way, price: 0, code: way === "bonus" ? "4" : null },
});

function step(at: number, told: readonly object[], changed: Record<string, unknown> = {}): ReplayStep {
  return { at, instant: 1000 * at, parts: changed, told };
}

/** Is a game of two: the first seat also saw what it alone was told, at entry 2. */
function replay(audience: number | null): Replay {
  const own = audience === 1 ? [step(2, [{ t: "choiceChanged", boxes: [7] }], { own: "chosen" })] : [];
  return {
    share: "w23456789abc",
    game: "luckybox",
    rules: 1,
    notice: null,
    audience,
    options: { ruleSet: "classic" },
    houseRules: false,
    seats: [
      { seat: 1, name: "Ann", suit: 3, bot: null },
      { seat: 2, name: null, suit: 9, bot: null },
    ],
    status: "ended",
    commitment: "",
    last: 9,
    steps: [
      step(1, [{ t: "gameStarted", seats: 2 }], { head: HEAD, seat1: seat(1), seat2: seat(2) }),
      ...own,
      step(4, [number(1, 5)], { head: { ...HEAD, drawn: [5] } }),
      step(5, [crossed(1, "drawn")], { seat1: seat(1, { score: 2 }) }),
      step(6, [crossed(1, "bonus"), crossed(1, "bonus")], { seat1: seat(1, { score: 3 }) }),
      step(7, [{ t: "passed", seat: 2, late: false }, number(2, 8)], { head: { ...HEAD, drawn: [5, 8] } }),
      step(9, [{ t: "boxFinished", seat: 2, box: 1, round: 1, points: 15 }, number(1, 2, 2)]),
    ],
    card: null,
    saves: true,
  };
}

describe("a film", () => {
  test("has every position whole, and the one before where these eyes were told nothing", () => {
    const film = new Film(replay(null));
    expect(film.shots.map((shot) => shot.at)).toEqual([1, 4, 5, 6, 7, 9]);
    expect(film.shots.every((shot) => "seat2" in shot.view)).toBe(true);
    const found = [1, 2, 3, 4, 6, 8, 9].map((at) => film.shots[film.indexAt(at)]?.at);
    expect(found).toEqual([1, 1, 1, 4, 6, 7, 9]);
    expect([-5, 0, NaN, 3.7, 99].map((at) => film.within(at))).toEqual([1, 1, 1, 3, 9]);
  });

  test("shows its seats as a lobby; who keeps the name private is the number of a seat", () => {
    const film = new Film(replay(1));
    const lobby = lobbyOf(
      film.replay,
      { clock: { seats: [{ seat: 2, away: true, left: false, by: null }] } },
      (n) => `Seat ${n}`,
    );
    expect(lobby.seats.map(({ name, suit, away }) => [name, suit, away])).toEqual([
      ["Ann", 3, false],
      ["Seat 2", 9, true],
    ]);
    expect([lobby.you, lobby.watch]).toEqual([1, "w23456789abc"]);
  });
});

describe("the time line", () => {
  test("has rounds, numbers and a shape for what happened, the same for all eyes", () => {
    const found = marksOf(new Film(replay(null)));
    expect(found.draws.map(({ at, round, number: value }) => [at, round, value])).toEqual([
      [4, 1, 5],
      [7, 1, 8],
      [9, 2, 2],
    ]);
    expect(found.marks).toEqual([
      { at: 6, kind: "chain", seat: 1 },
      { at: 7, kind: "passed", seat: 2 },
      { at: 9, kind: "finished", seat: 2 },
    ]);
    expect(found.stretches).toEqual([
      { round: 0, from: 1, to: 4 },
      { round: 1, from: 4, to: 9 },
      { round: 2, from: 9, to: 9 },
    ]);
    expect(marksOf(new Film(replay(1)))).toEqual(found);
    expect([3, 4, 6, 8].map((at) => drawAt(found.draws, at)?.number ?? null)).toEqual([null, 5, 5, 8]);
  });

  test("drops what was taken back", () => {
    const made = replay(null);
    const back = step(7, [{ t: "takenBack", seat: 1, to: 0 }]);
    const film = new Film({ ...made, steps: [...made.steps.slice(0, 4), back] });
    expect(marksOf(film).marks).toEqual([]);
  });
});

describe("a player", () => {
  async function player(): Promise<Player> {
    const fetched = (path: string): Promise<Response> =>
      Promise.resolve(Response.json(replay(path.includes("seat=1") ? 1 : null)));
    vi.stubGlobal("fetch", vi.fn(fetched));
    const made = new Player("w23456789abc");
    await made.look(1);
    return made;
  }

  test("steps on and back through the same positions as it jumps to", async () => {
    const one = await player();
    const seen: unknown[] = [one.table.parts];
    while (!one.atEnd) {
      one.step(1);
      seen.push(one.table.parts);
    }
    expect(seen).toHaveLength(7);
    for (const view of seen.slice(0, -1).toReversed()) {
      one.step(-1);
      expect(one.table.parts).toEqual(view);
    }
    one.film?.shots.forEach(({ at }, i) => {
      one.go(at);
      expect(one.table.parts).toEqual(seen[i]);
    });
  });

  test("tells boards what happened only when it goes on", async () => {
    const one = await player();
    const heard: string[] = [];
    one.table.hearing.listen((told) => heard.push(told.t));
    one.go(4);
    one.step(1);
    one.step(-1);
    one.go(9);
    expect(heard).toEqual(["crossed"]);
  });

  test("keeps its position when it looks through other eyes, and fetches each pair once", async () => {
    const one = await player();
    one.go(2);
    expect(one.table.parts.own).toBe("chosen");
    await one.look(null);
    expect([one.at, one.eyes, one.shot?.at]).toEqual([2, null, 1]);
    expect(one.table.parts.own).toBeUndefined();
    await one.look(1);
    expect([one.at, one.shot?.at]).toEqual([2, 2]);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("goes from number to number, to both ends, and plays until the end", async () => {
    const one = await player();
    const places: number[] = [];
    for (let i = 0; i < 4; i++) {
      one.leap(1);
      places.push(one.at);
    }
    one.leap(-1);
    places.push(one.at);
    expect(places).toEqual([4, 7, 9, 9, 7]);
    one.go(6);
    one.toggle();
    one.step(1);
    expect(one.playing).toBe(true);
    one.step(1);
    expect(one.playing).toBe(false);
    one.toggle();
    expect([one.at, one.playing]).toEqual([1, true]);
  });
});

describe("the time line of a race", () => {
  const settled = (seat: number, call: string, verdict: string, scored: number): object => ({
    ...{ t: "claimSettled", seat, call, number: 0, dice: [], verdict, scored },
    ...{ lost: 0, moment: 0, arrival: 0, span: 0 },
  });
  const film = new Film({
    ...replay(null),
    game: "lightningdice",
    steps: [
      step(1, [{ t: "gameStarted" }]),
      step(3, [{ t: "flipped", goal: 1 }]),
      step(5, [settled(1, "bonus", "valid", 1), settled(2, "got", "false", -2)]),
      step(6, [settled(2, "got", "late", 0), settled(2, "thunder", "valid", 0)]),
      step(7, [settled(2, "got", "valid", 2), { t: "flipped", goal: 2 }]),
      step(9, [{ t: "gameEnded" }]),
    ],
  });

  test("has a stretch for each goal, and a mark for each call that counted or cost", () => {
    const { goals, marks, stretches, draws } = diceMarksOf(film);
    expect(goals).toEqual([
      { at: 3, goal: 1 },
      { at: 7, goal: 2 },
    ]);
    expect(stretches).toEqual([
      { round: 0, from: 1, to: 3 },
      { round: 1, from: 3, to: 7 },
      { round: 2, from: 7, to: 9 },
    ]);
    expect(marks.map(({ at, kind, seat }) => [at, kind, seat])).toEqual([
      [5, "bonus", 1],
      [5, "false", 2],
      [6, "thunder", 2],
      [7, "match", 2],
    ]);
    expect(draws).toEqual([]);
  });
});
