import { beforeEach, expect, test, vi } from "vitest";

import { CHENGDU, CLASSIC } from "../game/luckybox/house/fixtures";
import type { Lobby, LobbySeat } from "../generated/messages";
import { announcer } from "../table/announcer.svelte";
import { LobbyChanges, wordChanges } from "./changes.svelte";

const settings = { listed: false, actSeconds: null, absent: "wait", chat: true, evenLines: true };

function seat(number: number, name: string, change: Partial<LobbySeat> = {}): LobbySeat {
  const there = {
    bot: null,
    present: true,
    ready: true,
    away: false,
    left: false,
    playedBy: null,
    guest: false,
    seal: null,
  };
  return { seat: number, name, suit: number, ...there, ...change };
}

function lobby(seats: readonly LobbySeat[], change: Partial<Lobby> = {}): Lobby {
  const agreed = { options: {}, houseRules: false, commitment: "", settings };
  const links = { table: "abc", code: "KDMRQX", watch: "w" };
  const now = {
    status: "open",
    paused: false,
    mayStart: true,
    next: null,
    mine: [],
    sealed: false,
    digest: null,
    for: null,
  } as const;
  const ordinary = { day: null, practice: false, deck: null };
  return {
    t: "lobby",
    game: "luckybox",
    ...links,
    ...agreed,
    ...now,
    ...ordinary,
    seats,
    host: 1,
    you: 2,
    yours: null,
    ...change,
  };
}

const both = [seat(1, "Ann"), seat(2, "Ben")];
let changes: LobbyChanges;

beforeEach(() => {
  changes = new LobbyChanges();
});

test("who comes, goes and hosts is told", () => {
  expect(wordChanges(lobby(both), lobby([...both, seat(3, "Cem")]))).toEqual(["Cem sits down."]);
  expect(wordChanges(lobby(both), lobby([seat(2, "Ben")], { host: 2 }))).toEqual([
    "Ann leaves.",
    "You host this table now.",
  ]);
  expect(wordChanges(lobby(both), lobby(both, { host: 2, you: 1 }))).toEqual(["Ben hosts this table now."]);
  expect(wordChanges(lobby(both), lobby([seat(1, "Anna"), seat(2, "Ben")]))).toEqual([]);
});

test("who has to agree anew is asked until they do", () => {
  changes.hear(lobby(both));
  expect(changes.asked).toBe(false);
  const unready = [seat(1, "Ann"), seat(2, "Ben", { ready: false })];
  changes.hear(lobby(unready, { settings: { ...settings, actSeconds: 45 } }));
  expect(changes.asked).toBe(true);
  changes.hear(lobby(unready, { settings: { ...settings, actSeconds: 45 } }));
  expect(changes.asked).toBe(true);
  changes.hear(lobby(both, { settings: { ...settings, actSeconds: 45 } }));
  expect(changes.asked).toBe(false);
});

test("who withdrew isn't asked because of a change", () => {
  changes.hear(lobby(both));
  changes.hear(lobby([seat(1, "Ann"), seat(2, "Ben", { ready: false })]));
  expect(changes.asked).toBe(false);
});

test("LB-8.1: who has to agree to other rules is told which they are, and sees them marked until they agree", async () => {
  const said = vi.spyOn(announcer, "say");
  const unready = [seat(1, "Ann"), seat(2, "Ben", { ready: false })];
  changes.hear(lobby(both, { options: CLASSIC }));
  changes.hear(lobby(unready, { options: { ...CLASSIC, rounds: 6 } }));
  expect(changes.asked).toBe(true);
  expect(changes.changed).toEqual(["rounds"]);
  await vi.waitFor(() => {
    expect(said.mock.calls.flat()).toEqual(["Ann changed the rules.", "6 rounds."]);
  });
  changes.hear(lobby(unready, { options: { ...CLASSIC, rounds: 6, passRule: "always" } }));
  expect(changes.changed).toEqual(["rounds", "passRule"]);
  changes.hear(lobby(both, { options: { ...CLASSIC, rounds: 6, passRule: "always" } }));
  expect(changes.asked).toBe(false);
  expect(changes.changed).toEqual([]);
  changes.hear(lobby(unready, { options: CHENGDU }));
  expect(changes.changed).toEqual(["ruleSet"]);
});

test("who watches sees what changed, and is asked for nothing", () => {
  const watching = { you: null, options: CLASSIC };
  changes.hear(lobby(both, watching));
  changes.hear(lobby(both, { ...watching, options: { ...CLASSIC, rounds: 6 } }));
  expect(changes.asked).toBe(false);
  expect(changes.changed).toEqual(["rounds"]);
});
