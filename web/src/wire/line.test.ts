import { beforeEach, expect, test, vi } from "vitest";

import type { ServerMessage } from "../generated/messages";
import { Line, type Answer } from "./line";
import { FakeSocket } from "./sockets";

let socket: FakeSocket;
let heard: ServerMessage[];
let ups: boolean[];
let outdated: number;
let clocks: number[];
let line: Line;

beforeEach(() => {
  socket = new FakeSocket();
  heard = [];
  ups = [];
  outdated = 0;
  clocks = [];
  line = new Line(socket.line, {
    message: (message) => heard.push(message),
    up: (up) => ups.push(up),
    seen: () => 7,
    seat: () => 2,
    outdated: () => (outdated += 1),
    clock: (instant) => clocks.push(instant),
  });
  return () => {
    line.close();
  };
});

function sentActs(): string[] {
  return socket.sent.flatMap((message) => (message.t === "act" ? [message.id] : []));
}

function act(): Promise<Answer> {
  return line.ask({ t: "act", decision: 3, action: { t: "pass" } });
}

test("a connection opens with hello and the last version seen", () => {
  socket.opens();
  expect(socket.sent).toEqual([{ t: "hello", protocol: 1, build: "", seen: 7, seat: 2 }]);
});

test("a request waits for the welcome", () => {
  void act();
  socket.opens();
  expect(sentActs()).toHaveLength(0);
  socket.welcomes();
  expect(sentActs()).toHaveLength(1);
});

test("unanswered requests are sent again after a reconnect, with their ids and in order", async () => {
  socket.welcomes();
  const first = act();
  const second = act();
  socket.breaks();
  expect(ups).toEqual([true, false]);
  socket.welcomes();
  const ids = sentActs();
  expect(ids).toHaveLength(4);
  expect(ids.slice(2)).toEqual(ids.slice(0, 2));
  socket.says({ t: "already", version: 8, for: ids[0] ?? "" });
  socket.says({ t: "step", version: 9, parts: {}, told: [], for: ids[1] ?? "" });
  expect(await first).toEqual({ done: true });
  expect(await second).toEqual({ done: true });
});

test("an answered request isn't sent again", async () => {
  socket.welcomes();
  const asked = act();
  socket.says({ t: "refused", code: "game_over", text: "", params: {}, thing: "", for: sentActs()[0] ?? "" });
  expect((await asked).done).toBe(false);
  socket.breaks();
  socket.welcomes();
  expect(sentActs()).toHaveLength(1);
});

test("an answer that comes twice settles once and harms nothing", async () => {
  socket.welcomes();
  const asked = act();
  const answer: ServerMessage = { t: "step", version: 8, parts: {}, told: [], for: sentActs()[0] ?? "" };
  socket.says(answer);
  socket.says(answer);
  expect(await asked).toEqual({ done: true });
});

test("ids are never used twice", () => {
  socket.welcomes();
  for (let i = 0; i < 50; i += 1) void act();
  expect(new Set(sentActs()).size).toBe(50);
});

test("leaving the table drops what waits", async () => {
  const asked = act();
  line.close();
  expect(await asked).toEqual({ done: false, refused: null });
});

test("another protocol asks for a reload and nothing is sent", () => {
  void act();
  socket.opens();
  socket.says({ t: "welcome", protocol: 99, build: "", person: "p", name: "", seat: 1, instant: 0 });
  expect(outdated).toBe(1);
  expect(sentActs()).toHaveLength(0);
});

test("a line that fell silent is asked, and then started anew", () => {
  vi.useFakeTimers();
  const quiet = new FakeSocket();
  const deaf = (): undefined => undefined;
  const other = new Line(quiet.line, {
    message: deaf,
    up: deaf,
    seen: () => null,
    seat: () => null,
    outdated: deaf,
    clock: deaf,
  });
  quiet.welcomes();
  vi.advanceTimersByTime(16_000);
  expect(quiet.sent.at(-1)?.t).toBe("ping");
  vi.advanceTimersByTime(8_000);
  expect(quiet.reconnects).toBe(1);
  other.close();
  vi.useRealTimers();
});

test("the welcome and each pong tell what the table's clock shows", () => {
  socket.welcomes();
  line.wake();
  const ping = socket.sent.at(-1);
  expect(ping?.t).toBe("ping");
  socket.says({ t: "pong", instant: 42, for: ping?.t === "ping" ? ping.id : "" });
  socket.says({ t: "pong", instant: 43, for: "of another time" });
  expect(clocks).toEqual([0, 42]);
});

test("a page that wakes asks at once, and starts a dead line anew", () => {
  vi.useFakeTimers();
  socket.welcomes();
  line.wake();
  vi.advanceTimersByTime(2_000);
  expect(socket.reconnects).toBe(1);
  line.wake(); // while it still comes back: not a moment later
  expect(socket.reconnects).toBe(2);
  vi.useRealTimers();
});

test("a page that wakes keeps a line that answers", () => {
  vi.useFakeTimers();
  socket.welcomes();
  vi.advanceTimersByTime(10);
  line.wake();
  vi.advanceTimersByTime(10);
  socket.says({ t: "pong", instant: 1, for: "x" });
  vi.advanceTimersByTime(2_000);
  expect(socket.reconnects).toBe(0);
  vi.useRealTimers();
});

test("a probe is answered at once, and isn't heard of", () => {
  socket.welcomes();
  const before = heard.length;
  socket.says({ t: "probe", n: 7 });
  expect(socket.sent.at(-1)).toEqual({ t: "echo", n: 7 });
  expect(heard).toHaveLength(before);
});
