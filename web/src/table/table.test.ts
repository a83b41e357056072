import { beforeEach, expect, test } from "vitest";

import type { Lobby, Whole } from "../generated/messages";
import { FakeSocket } from "../wire/sockets";
import { Table } from "./table.svelte";

type Parts = { head: { n: number }; ask: { n: number } };
type Told = { t: string };

let socket: FakeSocket;
let table: Table<Parts, Told>;
let order: string[];

const whole: Whole = {
  t: "whole",
  version: 4,
  parts: { head: { n: 1 }, ask: { n: 1 } },
  told: null,
  for: null,
};

function lobby(change: Partial<Lobby>): Lobby {
  return {
    ...{ t: "lobby", table: "abc", code: "ABCDEF", watch: "w", game: "luckybox", status: "running" },
    ...{ seats: [], host: 1, you: 1, yours: null, options: {}, houseRules: false, commitment: "" },
    settings: { listed: false, actSeconds: null, absent: "wait", chat: true, evenLines: true },
    ...{ paused: false, mayStart: false, next: null, mine: [], sealed: false, digest: null, for: null },
    ...{ day: null, practice: false, deck: null },
    ...change,
  };
}

beforeEach(() => {
  socket = new FakeSocket();
  table = new Table<Parts, Told>("abc", socket.line);
  order = [];
  table.hearing.listen((told) => order.push(`${told.t} at head ${String(table.parts.head?.n)}`));
  socket.welcomes();
  socket.says(whole);
  return () => {
    table.close();
  };
});

function step(version: number, n: number, told: string[] = []): void {
  const parts = { head: { n } };
  socket.says({ t: "step", version, parts, told: told.map((t) => ({ t })), for: null });
}

test("parts are assigned before anybody hears what was told, in order", () => {
  step(5, 2, ["a", "b"]);
  step(6, 3, ["c"]);
  expect(order).toEqual(["a at head 2", "b at head 2", "c at head 3"]);
});

test("a step leaves the other parts as they are", () => {
  const ask = table.parts.ask;
  step(5, 2);
  expect(table.parts.ask).toBe(ask);
});

test("a step that comes twice counts once", () => {
  step(5, 2, ["a"]);
  step(5, 9, ["a"]);
  expect(table.parts.head?.n).toBe(2);
  expect(order).toHaveLength(1);
});

test("a gap asks for the whole view and shows nothing of what came after it", () => {
  step(6, 9, ["a"]);
  expect(table.parts.head?.n).toBe(1);
  expect(order).toEqual([]);
  const hellos = socket.sent.filter((message) => message.t === "hello");
  expect(hellos).toHaveLength(2);
  expect(hellos.at(-1)).toMatchObject({ seen: 4 });
  socket.says({ ...whole, version: 6, parts: { head: { n: 9 } } });
  step(7, 10);
  expect(table.parts.head?.n).toBe(10);
});

test("a second tap before the answer is not sent", async () => {
  const first = table.act(2, { t: "pass" }, "pass");
  expect(await table.act(2, { t: "pass" }, "pass")).toBe(false);
  const acts = socket.sent.flatMap((message) => (message.t === "act" ? [message] : []));
  expect(acts).toHaveLength(1);
  expect(table.pressed?.thing).toBe("pass");
  socket.says({ t: "step", version: 5, parts: {}, told: [], for: acts[0]?.id ?? "" });
  expect(await first).toBe(true);
  expect(table.pressed).toBeNull();
});

test("a refusal is kept with the thing that was tapped", async () => {
  const tap = table.act(2, { t: "pass" }, "box 3");
  const id = socket.sent.flatMap((message) => (message.t === "act" ? [message.id] : []))[0] ?? "";
  const refused = {
    t: "refused",
    code: "must_cross",
    text: "x",
    params: { number: 7 },
    thing: "pass",
  } as const;
  socket.says({ ...refused, for: id });
  expect(await tap).toBe(false);
  expect(table.objection?.thing).toBe("box 3");
});

test("while the line is down only the first tap counts, and the page says so", async () => {
  void table.act(2, { t: "cross" }, "cell 1");
  socket.breaks();
  expect(await table.act(2, { t: "cross" }, "cell 1")).toBe(false); // a second tap on the same is no news
  expect(table.objection).toBeNull();
  expect(await table.act(2, { t: "cross" }, "cell 2")).toBe(false);
  expect(table.objection?.thing).toBe("cell 2");
  socket.welcomes();
  const acts = socket.sent.flatMap((message) => (message.t === "act" ? [message.id] : []));
  expect(acts).toHaveLength(2); // the same one, again
  expect(new Set(acts).size).toBe(1);
});

test("while the table is paused nothing is sent, and the tap says why", async () => {
  socket.says(lobby({ paused: true }));
  expect(await table.act(2, { t: "pass" }, "pass")).toBe(false);
  expect(table.objection?.thing).toBe("pass");
  expect(socket.sent.some((message) => message.t === "act")).toBe(false);
});

test("who left the seat watches", () => {
  expect(table.you).toBe(1);
  socket.says(lobby({ you: null, yours: 1 }));
  expect(table.you).toBeNull();
});

test("what happens to the table itself is told apart from the game", () => {
  const heard: string[] = [];
  table.company.listen((told) => heard.push(told.t));
  socket.says({ t: "step", version: 5, parts: {}, told: [{ t: "away", seat: 2 }, { t: "a" }], for: null });
  expect(heard).toEqual(["away"]);
  expect(order).toEqual(["a at head 1"]);
});

test("a server of another build is noticed, one that is full comes again", () => {
  const refused = {
    t: "refused",
    code: "too_many_connections",
    text: "x",
    params: {},
    thing: "",
    for: null,
  } as const;
  socket.says(refused);
  expect(table.full).not.toBeNull();
  socket.opens();
  socket.says({ t: "welcome", protocol: 1, build: "2", person: "p", name: "", seat: 1, instant: 0 });
  expect(table.full).toBeNull();
  expect(table.newer).toBe(true);
  expect(table.outdated).toBe(false);
});

test("a lost line is shown, and what was pressed stays pressed until it is answered", () => {
  void table.act(2, { t: "pass" }, "pass");
  socket.breaks();
  expect(table.up).toBe(false);
  expect(table.pressed).not.toBeNull();
});

test("another seat of this device comes with all that is seen from it, at once", async () => {
  socket.says(lobby({ mine: [1, 2] }));
  expect(table.shared).toBe(true);
  const sat = table.sit(2);
  const { id } = socket.sent.at(-1) as { id: string };
  expect(socket.sent.at(-1)).toEqual({ t: "sit", seat: 2, id });
  socket.says(lobby({ you: 2, mine: [1, 2] }));
  step(5, 2);
  expect([table.you, table.parts.head?.n, table.parts.ask?.n]).toEqual([1, 2, 1]);
  socket.says({ t: "whole", version: 9, parts: { head: { n: 7 } }, told: null, for: id });
  expect([table.you, table.parts.head?.n, table.parts.ask]).toEqual([2, 7, undefined]);
  await sat;
  expect(table.sitting).toBe(0);
  step(10, 8);
  expect(table.parts.head?.n).toBe(8);
  table.resume();
  socket.opens();
  expect(socket.sent.at(-1)).toMatchObject({ t: "hello", seen: 10, seat: 2 });
});

test("who may not sit somewhere stays, and is told why", async () => {
  socket.says(lobby({ mine: [1, 2] }));
  const sat = table.sit(3);
  const { id } = socket.sent.at(-1) as { id: string };
  socket.says(lobby({ mine: [1, 2], paused: true }));
  socket.says({
    ...{ t: "refused", code: "not_your_seat", text: "", thing: "seat", for: id },
    params: { seat: 3 },
  });
  await sat;
  expect([table.you, table.paused, table.objection?.code]).toEqual([1, true, "not_your_seat"]);
});

test("one seat alone needs no name, and the host's guests host with the host", () => {
  table.resume();
  socket.opens();
  expect(socket.sent.at(-1)).toMatchObject({ seat: null });
  socket.says(lobby({ you: null, mine: [1, 2] }));
  expect(table.hosts).toBe(true);
  socket.says(lobby({ you: null, mine: [] }));
  expect(table.hosts).toBe(false);
});
