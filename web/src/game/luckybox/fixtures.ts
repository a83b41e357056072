import type { AskPart, BoxView, GameParts, OwnPart, SeatPart } from "../../generated/luckybox";
import type { Lobby, LobbySeat } from "../../generated/messages";
import { FakeSocket } from "../../wire/sockets";
import { Table } from "../../table/table.svelte";
import type { LuckyTable } from "./view";

/** Is a box of tests: 1 2 3, 7 8 9, 4 5 6, with every kind of bonus. */
export const BOX: BoxView = {
  id: 7,
  grid: "123789456",
  rows: ["4", "?", "L"],
  columns: ["S", "M", "LL"],
  crossed: 0b000000011,
};

export const ASK: AskPart = {
  decision: 5,
  kind: "answer",
  open: true,
  back: 0,
  choices: [
    { action: { t: "cross", box: 7, cell: 2, way: "drawn" }, price: 0, lines: [0], finishes: false },
    { action: { t: "cross", box: 7, cell: 6, way: "lightning" }, price: 1, lines: [], finishes: false },
  ],
};

export const OWN: OwnPart = { offer: [], keep: 0, chosen: null, confirm: true, reserve: [], refill: null };

export function seat(number: number, change: Partial<SeatPart> = {}): SeatPart {
  return {
    seat: number,
    boxes: [BOX],
    finished: [],
    lightning: 4,
    stars: 0,
    moons: 0,
    moonValues: [],
    questions: 0,
    starPoints: 0,
    score: 1,
    due: [],
    steps: 0,
    ready: false,
    played: true,
    ...change,
  };
}

export function parts(ask: Partial<AskPart> = {}, own: Partial<SeatPart> = {}): GameParts {
  return {
    head: {
      phase: "draw",
      round: 1,
      rounds: 4,
      draw: 2,
      drawn: [9, 3],
      boxPoints: 15,
      starPoints: [1, 4, 9],
      deckLeft: 40,
      houseRules: false,
      outcome: null,
      moonsLeft: [],
    },
    rules: {
      options: {
        ruleSet: "classic",
        rounds: 4,
        dealt: 5,
        kept: 3,
        offer: 3,
        startingLightning: 4,
        boxPoints: [15, 12, 10, 8],
        starPoints: [1, 4, 9],
        moonPoints: { most: 6, fewest: -6, solo: [-6, -2, 0, 1, 3, 6, 10] },
        passRule: "no_match",
        bonusOptional: false,
        deck: "boltbox",
        decks: null,
      },
    },
    seat1: seat(1, own),
    seat2: seat(2),
    own: OWN,
    ask: { ...ASK, ...ask },
  };
}

export const person = (number: number, name: string): LobbySeat => ({
  seat: number,
  name,
  suit: number - 1,
  bot: null,
  present: true,
  ready: true,
  away: false,
  left: false,
  playedBy: null,
  guest: false,
  seal: null,
});

/** Is a table of Ann, who sits at this screen, and Ben; its socket says what a test makes it say. */
export function tableOf(view: GameParts): { table: LuckyTable; socket: FakeSocket } {
  const socket = new FakeSocket();
  const table: LuckyTable = new Table("abc", socket.line);
  socket.welcomes();
  const lobby = {
    t: "lobby",
    status: "running",
    seats: [person(1, "Ann"), person(2, "Ben")],
    you: 1,
    for: null,
  };
  socket.says(lobby as unknown as Lobby);
  socket.says({ t: "whole", version: 3, parts: view, told: null, for: null });
  return { table, socket };
}
