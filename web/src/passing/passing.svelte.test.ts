import { flushSync } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";

import { person } from "../game/luckybox/fixtures";
import type { Lobby } from "../generated/messages";
import { Passing } from "./passing.svelte";

/** Is a device with Ann, Mia and Leo at seats 1, 2 and 4, and what the game waits for. */
class Device {
  lobby: Lobby = $state.raw({
    status: "running",
    seats: [person(1, "Ann"), person(2, "Mia"), person(3, "Ben"), person(4, "Leo")],
    mine: [1, 2, 4],
    you: null,
  } as unknown as Lobby);
  acting: readonly number[] = $state.raw([1, 2, 3, 4]);
  secret: string | null = $state(null);
  number = $state(1);
  up = $state(true);
  sitting = $state(0);
  readonly started = true;
  readonly sat: (number | null)[] = [];

  get you(): number | null {
    return this.lobby.you;
  }

  get mine(): readonly number[] {
    return this.lobby.mine;
  }

  get shared(): boolean {
    return this.lobby.mine.length > 1;
  }

  sit(seat: number | null): Promise<void> {
    this.sat.push(seat);
    this.lobby = { ...this.lobby, you: seat };
    return Promise.resolve();
  }
}

let device: Device;
let passing: Passing;

beforeEach(() => {
  vi.useFakeTimers();
  device = new Device();
  passing = new Passing(device, {
    acts: (seat) => device.acting.includes(seat),
    secret: () => device.secret,
    question: () => String(device.number),
  });
  return () => {
    end();
    vi.useRealTimers();
  };
});

let end: () => void = () => undefined;

/** Opens the page. */
function begin(): void {
  end = $effect.root(() => {
    $effect(() => {
      passing.follow();
    });
  });
  flushSync();
}

/** Lets something happen in the game, and the page follow. */
function then(happens: () => void): void {
  happens();
  flushSync();
}

function answers(seat: number): void {
  then(() => {
    device.acting = device.acting.filter((one) => one !== seat);
  });
}

test("in the open it goes from hand to hand by itself, round the device's own seats", () => {
  begin();
  expect(device.sat).toEqual([1]);
  answers(1);
  answers(2);
  expect(device.sat).toEqual([1, 2, 4]);
  answers(4);
  expect(passing.next).toBeNull();
  // The next number: who has the device goes on with it.
  then(() => {
    device.acting = [1, 2, 3, 4];
    device.number = 2;
  });
  expect(device.sat).toEqual([1, 2, 4]);
  expect(passing.turns).toBe(4);
  answers(4);
  expect(device.sat.at(-1)).toBe(1);
  expect(passing.turns).toBe(5);
});

test("before a secret choice it sits nowhere until somebody says to hold the device", () => {
  device.secret = "choice 0";
  begin();
  expect(passing.covered).toBe(true);
  expect(passing.to?.name).toBe("Ann");
  expect(device.sat).toEqual([]);
  then(() => {
    passing.take(1);
  });
  expect(passing.covered).toBe(false);
  answers(1);
  expect(device.sat).toEqual([1, null]);
  expect(passing.covered).toBe(true);
  expect(passing.to?.name).toBe("Mia");
});

test("a secret choice that comes while somebody has the device is covered too, and theirs first", () => {
  begin();
  then(() => {
    passing.hand(4);
  });
  then(() => {
    device.secret = "choice 1";
  });
  expect(device.sat).toEqual([1, 4, null]);
  expect(passing.covered).toBe(true);
  expect(passing.to?.name).toBe("Leo");
  // The same seat at a later choice must say so again.
  then(() => {
    passing.take(4);
  });
  then(() => {
    device.secret = "choice 2";
  });
  expect(passing.covered).toBe(true);
});

test("who has chosen can have it back, under the cover", () => {
  device.secret = "choice 0";
  begin();
  for (const seat of [1, 2, 4]) {
    then(() => {
      passing.take(seat);
    });
    answers(seat);
  }
  expect(passing.to).toBeNull();
  expect(passing.covered).toBe(true);
  then(() => {
    passing.hand(2);
  });
  expect(passing.to?.name).toBe("Mia");
  expect(device.you).toBeNull();
  then(() => {
    passing.take(2);
  });
  expect(passing.covered).toBe(false); // and stays: nothing was answered anew
  expect(device.you).toBe(2);
});

test("a name tapped in the open takes the device at once, and keeps it though it has answered", () => {
  begin();
  answers(1);
  then(() => {
    passing.hand(1);
  });
  expect(device.sat).toEqual([1, 2, 1]);
  expect(passing.covered).toBe(false);
});

test("while the line is down, or another seat is asked for, nothing is passed on", () => {
  device.up = false;
  begin();
  expect(device.sat).toEqual([]);
  then(() => {
    device.up = true;
  });
  expect(device.sat).toEqual([1]);
  device.sitting = 1;
  answers(1);
  expect(device.sat).toEqual([1]);
  then(() => {
    device.sitting = 0;
  });
  expect(device.sat).toEqual([1, 2]);
});

test("one person on a device passes nothing on", () => {
  device.lobby = { ...device.lobby, mine: [1], you: 1 };
  device.secret = "choice 0";
  begin();
  expect(passing.on).toBe(false);
  expect(passing.covered).toBe(false);
  expect(device.sat).toEqual([]);
});
