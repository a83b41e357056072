import { beforeEach, expect, test } from "vitest";

import type { GameParts, GameTold, SeatPart } from "../../generated/lightningdice";
import type { Act, Lobby } from "../../generated/messages";
import { Table } from "../../table/table.svelte";
import { FakeSocket } from "../../wire/sockets";
import { Race } from "./race.svelte";

let socket: FakeSocket;
let table: Table<GameParts, GameTold>;
let race: Race;
let version: number;

const seat: SeatPart = {
  ...{ seat: 1, values: [1, 2, 3, 4, 5, 6], kept: [], rolling: null, rolls: 1, score: 0, time: 0 },
  tally: { matches: 0, bonuses: 0, penalties: 0, thunders: 0 },
  ...{ last: null, played: true },
};
const parts = {
  head: { phase: "race", mode: "standard", goal: 3, text: "AABBCC", flipped: 1, spent: 0, target: 20 },
  seat1: seat,
  own: { made: [], waiting: [], blocked: null },
  ask: { decision: 7, kind: "race", open: true, roll: true, keep: [0, 1, 2, 3, 4, 5], calls: ["got"] },
};
const lobby: Partial<Lobby> = { t: "lobby", game: "lightningdice", status: "running", you: 1, paused: false };

const acts = (): Act[] => socket.sent.filter((one): one is Act => one.t === "act");
const actions = (): unknown[] => acts().map((one): unknown => one.action);

function answer(changed: Readonly<Record<string, unknown>>, to: Act | undefined): void {
  socket.says({ t: "step", version: ++version, parts: changed, told: [], for: to?.id ?? null });
}

/** Lets what was answered come to whoever waits for it. */
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

beforeEach(() => {
  socket = new FakeSocket();
  table = new Table<GameParts, GameTold>("abc", socket.line);
  race = new Race(table);
  version = 1;
  socket.welcomes();
  socket.says(lobby as Lobby);
  socket.says({ t: "whole", version, parts, told: null, for: null });
  return () => {
    table.close();
  };
});

test("dice are kept as pressed before any answer comes, and each press says the whole set", async () => {
  race.toggle(2);
  race.toggle(4);
  race.toggle(2);
  expect(race.dice.map(({ state }) => state)).toEqual(["rest", "rest", "rest", "rest", "kept", "rest"]);
  expect(actions()).toEqual([
    { t: "keep", dice: [2] },
    { t: "keep", dice: [2, 4] },
    { t: "keep", dice: [4] },
  ]);
  const [first, second, third] = acts();
  answer({ seat1: { ...seat, kept: [2] } }, first);
  answer({ seat1: { ...seat, kept: [2, 4] } }, second);
  expect([...race.kept]).toEqual([4]); // as last pressed, whatever is on its way
  answer({ seat1: { ...seat, kept: [4] } }, third);
  await settled();
  expect([...race.kept]).toEqual([4]);
});

test("a press that is refused shows the dice as they lie", async () => {
  race.toggle(0);
  const [press] = acts();
  socket.says({
    t: "refused",
    code: "goal_closed",
    text: "Too late.",
    thing: "",
    params: {},
    for: press?.id ?? null,
  });
  await settled();
  expect(race.kept.size).toBe(0);
  expect(table.objection?.thing).toBe("die-0");
});

test("a roll is in motion as it is pressed, carries its moment, and can't be pressed twice", async () => {
  race.toggle(5);
  race.roll(performance.now());
  race.roll(performance.now());
  expect(race.dice.map(({ state }) => state)).toEqual([...Array<string>(5).fill("rolling"), "kept"]);
  const [keep, roll, ...more] = acts();
  expect(roll?.action).toEqual({ t: "roll", goal: 3 });
  expect(roll).toHaveProperty("pressed");
  expect(more).toEqual([]);
  answer({ seat1: { ...seat, kept: [5] } }, keep);
  const dice = [0, 1, 2, 3, 4];
  const rolling = { roll: 2, dice, started: 0, rests: 700 };
  answer({ seat1: { ...seat, values: [0, 0, 0, 0, 0, 6], kept: [5], rolling } }, roll);
  await settled();
  expect(race.dice.filter(({ state }) => state === "rolling")).toHaveLength(5);
  answer({ seat1: { ...seat, values: [2, 2, 2, 2, 2, 6], kept: [5] } }, undefined);
  expect(race.dice.map(({ value }) => value)).toEqual([2, 2, 2, 2, 2, 6]);
  expect(race.thrown).toBe(5);
});

test("what the server doesn't offer can't be called", () => {
  race.call("bonus", 0, 0);
  expect(acts()).toEqual([]);
  race.call("got", 0, 0);
  race.call("got", 0, 0);
  expect(actions()).toEqual([{ t: "claim", call: "got", number: 0 }]);
});

test("nothing is sent while the table stands still", () => {
  socket.says({ ...lobby, paused: true } as Lobby);
  race.roll(0);
  expect(acts()).toEqual([]);
  expect(table.objection?.thing).toBe("roll");
});
