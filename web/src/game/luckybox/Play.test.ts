import { cleanup, render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";

import type { AskPart, GameAction, GameParts, GameTold } from "../../generated/luckybox";
import { preferences } from "../../preferences.svelte";
import type { FakeSocket } from "../../wire/sockets";
import { ASK, BOX, parts, seat, tableOf } from "./fixtures";
import Play from "./Play.svelte";
import { Turn } from "./turn.svelte";

beforeEach(() => {
  // Nothing is laid out in a test; boxes need to hear of some space.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(390);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(500);
});

function show(view: GameParts): { socket: FakeSocket; turn: Turn } {
  const { table, socket } = tableOf(view);
  const turn = new Turn(table);
  render(Play, { turn, news: [] });
  return { socket, turn };
}

function sent(socket: FakeSocket): GameAction[] {
  return socket.sent.flatMap((message) => (message.t === "act" ? [message.action as GameAction] : []));
}

function cell(name: RegExp): HTMLElement {
  return screen.getByRole("button", { name });
}

const PASS = { action: { t: "pass" }, price: 0, lines: [], finishes: false } as const;

const bonus: Partial<AskPart> = {
  kind: "bonus",
  choices: [
    { action: { t: "bonus", code: "4", box: 7, cell: 6 }, price: 0, lines: [], finishes: false },
    { action: { t: "bonus", code: "?", box: 7, cell: 4 }, price: 0, lines: [], finishes: false },
  ],
};
const due = [
  { code: "4", box: 7, line: 0 },
  { code: "?", box: 7, line: 1 },
] as const;

test("a cell says what it is, what it costs and what it earns", () => {
  show(parts());
  expect(cell(/^3, row 1, column 3, can be crossed, earns cross any 4$/)).toBeTruthy();
  expect(cell(/^4, row 3, column 1, costs 1 bolt$/)).toBeTruthy();
  expect(cell(/^1, row 1, column 1, crossed$/)).toBeTruthy();
});

test("a tap sends the choice as it was offered", async () => {
  const { socket } = show(parts());
  await userEvent.click(cell(/^4, row 3/));
  expect(sent(socket)).toEqual([{ t: "cross", box: 7, cell: 6, way: "lightning" }]);
});

test("a tap on anything else is sent too, so that the server says why not", async () => {
  const { socket } = show(parts());
  await userEvent.click(cell(/^8, row 2/));
  expect(sent(socket)).toEqual([{ t: "cross", box: 7, cell: 4, way: "drawn" }]);
});

test("a double click is one tap", async () => {
  const { socket } = show(parts());
  await userEvent.dblClick(cell(/^3, row 1/));
  expect(sent(socket)).toHaveLength(1);
});

test("of several waiting bonuses the first is spent until another is picked", async () => {
  const { socket } = show(parts(bonus, { due: [...due] }));
  expect(cell(/^4, row 3.*can be crossed/)).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "cross any number" }));
  await userEvent.click(cell(/^8, row 2.*can be crossed/));
  expect(sent(socket)).toEqual([{ t: "bonus", code: "?", box: 7, cell: 4 }]);
});

test("a picked bonus is no longer picked once it is spent; then the next one's turn has come", async () => {
  const { socket } = show(parts(bonus, { due: [...due, { code: "4", box: 7, line: 3 }] }));
  const codes = (): (string | null)[] =>
    screen.queryAllByRole("radio", { checked: true }).map((one) => one.getAttribute("aria-label"));
  expect(screen.getAllByRole("radio")).toHaveLength(2);
  expect(codes()).toEqual(["cross any 4"]);
  await userEvent.click(screen.getByRole("radio", { name: "cross any number" }));
  expect(codes()).toEqual(["cross any number"]);
  expect(document.querySelector("[data-kind=bonus]")?.textContent).toContain("Row 2 is full");
  say(
    socket,
    { seat1: seat(1, { due: [due[0]] }), ask: { ...parts(bonus).ask, decision: 6 } as AskPart },
    [],
  );
  expect(screen.queryByRole("radio")).toBeNull();
  expect(cell(/^4, row 3.*can be crossed/)).toBeTruthy();
});

test("pass shows only where it is offered", () => {
  show(parts());
  expect(screen.queryByRole("button", { name: "Pass" })).toBeNull();
});

/** Says what came of something: of the last thing that this page sent, or of another's. */
function say(socket: FakeSocket, change: Partial<GameParts>, told: GameTold[], own = false): void {
  const id = socket.sent.flatMap((message) => (message.t === "act" ? [message.id] : [])).at(-1) ?? "";
  socket.says({ t: "step", version: 4, parts: change, told, for: own ? id : "another" });
  flushSync();
}

describe("what comes by itself", () => {
  const confirm: AskPart = {
    decision: 6,
    kind: "confirm",
    open: true,
    back: 1,
    choices: [{ ...PASS, action: { t: "done" } }],
  };
  const pass: AskPart = { decision: 6, kind: "answer", open: true, back: 0, choices: [PASS] };
  const crossed = {
    t: "crossed",
    seat: 1,
    box: 7,
    cell: 2,
    number: 3,
    way: "drawn",
    price: 0,
    code: null,
  } as const;

  beforeEach(() => {
    vi.useFakeTimers();
    preferences.pressDone = false;
    preferences.guided = true; // nothing waits to be explained
    return () => {
      vi.useRealTimers();
    };
  });

  async function settled(socket: FakeSocket): Promise<GameAction[]> {
    await vi.advanceTimersByTimeAsync(0); // the answer is heard
    flushSync();
    await vi.advanceTimersByTimeAsync(1_500);
    return sent(socket).slice(1);
  }

  function cross(view: GameParts = parts()): FakeSocket {
    const { socket, turn } = show(view);
    turn.tap(7, 2);
    return socket;
  }

  test("is Done, a moment after a step of this very page", async () => {
    const socket = cross();
    say(socket, { ask: confirm }, [crossed], true);
    expect(screen.getByText("Done in a moment…")).toBeTruthy();
    expect(await settled(socket)).toEqual([{ t: "done" }]);
  });

  test("is nothing after a step of another tab, though this one acted before", async () => {
    const socket = cross();
    say(socket, { ask: { ...ASK, decision: 6 } }, [crossed], true);
    socket.says({
      t: "step",
      version: 5,
      parts: { ask: { ...confirm, decision: 7 } },
      told: [crossed],
      for: "another",
    });
    flushSync();
    expect(screen.getByText("Good? Or take it back.")).toBeTruthy();
    expect(await settled(socket)).toEqual([]);
  });

  test("is nothing after a reload", async () => {
    const { socket } = show({ ...parts(), ask: confirm });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(sent(socket)).toEqual([]);
    expect(screen.getByText("Good? Or take it back.")).toBeTruthy();
  });

  test("is nothing for who presses Done themselves, set in another tab too", async () => {
    const socket = cross();
    localStorage.setItem("boltbox", JSON.stringify({ ...preferences, pressDone: true }));
    dispatchEvent(new StorageEvent("storage", { key: "boltbox" }));
    say(socket, { ask: confirm }, [crossed], true);
    expect(await settled(socket)).toEqual([]);
  });

  test("is Pass for who has no open box, and played here", async () => {
    const socket = cross();
    say(socket, { ask: pass, seat1: seat(1, { boxes: [] }) }, [crossed], true);
    expect(screen.getByText("No box of yours is open. Passing in a moment…")).toBeTruthy();
    expect(await settled(socket)).toEqual([{ t: "pass" }]);
  });

  test("is never Pass while a box is open, nor right after a reload", async () => {
    const socket = cross();
    say(socket, { ask: pass }, [crossed], true);
    expect(await settled(socket)).toEqual([]);
    cleanup();
    const again = show({ ...parts({}, { boxes: [] }), ask: pass });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(sent(again.socket)).toEqual([]);
  });
});

test("what was pressed is shown as pressed until the answer comes", async () => {
  const { socket } = show(parts());
  await userEvent.click(cell(/^3, row 1/));
  expect(cell(/^3, row 1.*pressed, not done yet/)).toBeTruthy();
  const id = socket.sent.flatMap((message) => (message.t === "act" ? [message.id] : []))[0] ?? "";
  const box = { ...BOX, crossed: 0b000000111 };
  const changed = { seat1: seat(1, { boxes: [box] }) };
  socket.says({ t: "step", version: 4, parts: changed, told: [], for: id });
  await Promise.resolve();
  flushSync();
  expect(cell(/^3, row 1, column 3, crossed/)).toBeTruthy();
});

test("one cell of a box is reached by Tab, the arrows walk on from it, and Enter taps", async () => {
  const { socket } = show(parts());
  cell(/^8, row 2/).focus();
  await userEvent.keyboard("{ArrowUp}{ArrowRight}{ArrowRight}");
  expect(document.activeElement).toBe(cell(/^3, row 1/));
  await userEvent.keyboard("{Enter}");
  expect(sent(socket)).toHaveLength(1);
});

test("focus stays on its cell when others act", async () => {
  const { socket } = show(parts());
  const focused = cell(/^8, row 2/);
  focused.focus();
  for (let version = 4; version < 24; version += 1) {
    const changed = { seat2: seat(2, { score: version }) };
    socket.says({ t: "step", version, parts: changed, told: [], for: null });
  }
  await Promise.resolve();
  flushSync();
  expect(document.activeElement).toBe(focused);
});
