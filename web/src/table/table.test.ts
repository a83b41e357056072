import { beforeEach, expect, test } from "vitest";

import type { Whole } from "../generated/messages";
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

test("a lost line is shown, and what was pressed stays pressed until it is answered", () => {
  void table.act(2, { t: "pass" }, "pass");
  socket.breaks();
  expect(table.up).toBe(false);
  expect(table.pressed).not.toBeNull();
});
