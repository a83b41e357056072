import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { beforeEach, expect, test } from "vitest";

import type { ClientMessage, Lobby, LobbySeat } from "../generated/messages";
import { FakeSocket } from "../wire/sockets";
import { seenDeals } from "./deals";
import { newSeal } from "./seals";
import { Table } from "./table.svelte";

let socket: FakeSocket;
let table: Table<object, { t: string }>;

function seat(number: number, seal: string | null = null, guest = false): LobbySeat {
  const there = { bot: null, present: true, ready: true, away: false, left: false, playedBy: null };
  return { seat: number, name: "Ann", suit: number, ...there, guest, seal };
}

function lobby(seal: string | null, change: Partial<Lobby> = {}): Lobby {
  return {
    ...{ t: "lobby", table: "abc", code: "ABCDEF", watch: "w", game: "luckybox", status: "open" },
    ...{
      seats: [seat(1, seal), seat(2, "b2")],
      host: 1,
      you: 1,
      yours: null,
      options: {},
      houseRules: false,
    },
    ...{
      commitment: "c0",
      settings: { listed: false, actSeconds: null, absent: "wait", chat: true, evenLines: true },
    },
    ...{
      paused: false,
      mayStart: false,
      next: null,
      mine: [1],
      sealed: false,
      digest: null,
      day: null,
      for: null,
    },
    ...{ day: null, practice: false, deck: null },
    ...change,
  };
}

function sent<T extends ClientMessage["t"]>(t: T): Extract<ClientMessage, { t: T }>[] {
  return socket.sent.filter((message): message is Extract<ClientMessage, { t: T }> => message.t === t);
}

function last(): { id: string; hash: string } {
  const found = sent("seal").at(-1);
  if (found === undefined) throw new Error("nothing is sealed");
  return found;
}

/** Lets the server do what was asked last, and waits until the page heard it. */
async function agrees(change: Partial<Lobby> = {}): Promise<string> {
  const { id, hash } = last();
  socket.says(lobby(hash, { for: id, ...change }));
  await Promise.resolve();
  return hash;
}

beforeEach(() => {
  localStorage.clear();
  socket = new FakeSocket();
  table = new Table("abc", socket.line);
  socket.welcomes();
  return () => {
    table.close();
  };
});

test("who sits at an open table seals a word, once", async () => {
  socket.says(lobby(null));
  socket.says(lobby(null));
  expect(sent("seal")).toHaveLength(1);
  const hash = await agrees();
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  socket.says(lobby(hash));
  expect(sent("seal")).toHaveLength(1);
  expect(sent("reveal")).toHaveLength(0);
});

test("the word is told when words are awaited, once, and is the one of its seal", async () => {
  socket.says(lobby(null));
  const hash = await agrees();
  socket.says(lobby(hash, { sealed: true }));
  socket.says(lobby(hash, { sealed: true }));
  const [reveal, ...more] = sent("reveal");
  expect(more).toEqual([]);
  expect(bytesToHex(sha256(hexToBytes(reveal?.word ?? "")))).toBe(hash);
});

test("who only watches, or whose game runs, seals nothing", () => {
  socket.says(lobby(null, { mine: [], you: null }));
  socket.says(lobby(null, { status: "running" }));
  expect(sent("seal")).toEqual([]);
});

test("the deal of a day is the same for everybody: no page adds to it", () => {
  socket.says(lobby(null, { day: "2026-11-30" }));
  expect(sent("seal")).toEqual([]);
});

test("guests on the device have no seal of their own", () => {
  socket.says(lobby("x", { seats: [seat(1, null, true), seat(3, null)], mine: [1, 3], you: 1 }));
  expect(sent("seal")).toHaveLength(1);
});

test("of two tabs the last one that came seals, and they don't go on for ever (C7)", async () => {
  socket.says(lobby("of another tab"));
  const mine = await agrees();
  socket.says(lobby("of a later tab"));
  socket.says(lobby("of a later tab"));
  expect(sent("seal")).toHaveLength(1);
  socket.says(lobby(null)); // that tab is gone
  expect(sent("seal")).toHaveLength(2);
  expect(last().hash).not.toBe(mine);
});

test("after a failed start, a reconnect or a restart it is another word", async () => {
  socket.says(lobby(null));
  const first = await agrees();
  socket.says(lobby(first, { sealed: true }));
  socket.says(lobby(null));
  const second = await agrees();
  socket.welcomes();
  socket.says(lobby(null));
  const third = await agrees();
  expect(new Set([first, second, third]).size).toBe(3);
});

test("a request that was done on a line that broke is asked anew", async () => {
  socket.says(lobby(null));
  await agrees();
  socket.welcomes();
  socket.says(lobby(null)); // the seal went with the line
  const asked = last();
  socket.says(lobby(null, { for: asked.id })); // the server did it already, and tells what holds now
  await Promise.resolve();
  expect(sent("seal").length).toBeGreaterThan(2);
});

test("a table that was opened with a seal finds its word here", () => {
  const hash = newSeal();
  socket.says(lobby(hash, { sealed: true }));
  expect(sent("seal")).toEqual([]);
  expect(sent("reveal")).toHaveLength(1);
});

test("a word that this page doesn't have isn't told", () => {
  socket.says(lobby("of another page", { sealed: true }));
  expect(sent("reveal")).toEqual([]);
});

test("the browser remembers what was shown before the game, fifty deals long", async () => {
  socket.says(lobby(null));
  const hash = await agrees();
  expect(seenDeals()).toEqual([
    { commitment: "c0", seals: [], own: { seal: hash, word: null }, digest: null },
  ]);
  socket.says(lobby(hash, { sealed: true }));
  const [seen] = seenDeals();
  expect(seen).toMatchObject({ commitment: "c0", seals: [hash, "b2"], own: { seal: hash } });
  expect(seen?.own?.word).toBe(sent("reveal")[0]?.word);
  socket.says(lobby(null, { status: "ended", digest: "d1" }));
  expect(seenDeals()).toEqual([{ ...seen, digest: "d1" }]);
  for (let i = 0; i < 60; i += 1) socket.says(lobby("x", { commitment: String(i), sealed: true }));
  expect(seenDeals()).toHaveLength(50);
  localStorage.setItem("boltbox.deals", "{broken");
  expect(seenDeals()).toEqual([]);
});
