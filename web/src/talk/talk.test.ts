import { beforeEach, expect, test, vi } from "vitest";

import type { Reacted, Said } from "../generated/messages";
import { Talk } from "./talk.svelte";

let talk: Talk;

function said(speaker: string, text: string, instant: number): Said {
  return { t: "said", speaker, seat: 2, name: speaker.toUpperCase(), text, instant, for: null };
}

function reacted(speaker: string): Reacted {
  return { t: "reacted", speaker, seat: 2, reaction: "clap", for: null };
}

beforeEach(() => {
  sessionStorage.clear();
  talk = new Talk("abc");
});

test("what others say is unread until it is looked at", () => {
  talk.hear(said("ben", "hi", 1), false);
  talk.hear(said("me", "hello", 2), true);
  expect(talk.unread).toBe(1);
  talk.read(true);
  talk.hear(said("ben", "well", 3), false);
  expect(talk.unread).toBe(0);
  talk.read(false);
  talk.hear(said("ben", "so", 4), false);
  expect(talk.unread).toBe(1);
});

test("what was said before the page came is no news, and comes once", () => {
  const before = [said("ben", "hi", 1), said("ben", "hi", 2)];
  talk.recall(before, () => false);
  expect(talk.sayings).toHaveLength(2);
  expect(talk.unread).toBe(0);
  talk.recall([...before, said("ben", "while you were away", 3)], () => false);
  expect(talk.sayings.map((one) => one.instant)).toEqual([1, 2, 3]);
  expect(talk.unread).toBe(1);
});

test("who is muted is neither seen nor counted, after a reload too, until heard again", () => {
  talk.hear(said("ben", "hi", 1), false);
  talk.read(true);
  talk.read(false);
  talk.mute("ben", "BEN");
  talk.hear(said("ben", "hey!", 2), false);
  talk.hear(said("cem", "yes", 3), false);
  talk.hear(reacted("ben"), false);
  expect(talk.shown.map((one) => one.speaker)).toEqual(["cem"]);
  expect(talk.unread).toBe(1);
  expect(talk.floats).toHaveLength(0);
  expect(new Talk("abc").muted.get("ben")).toBe("BEN");
  expect(new Talk("other").muted.size).toBe(0);
  talk.unmute("ben");
  expect(talk.shown).toHaveLength(3);
});

test("a reaction floats for a moment, and a crowd doesn't fill the page", () => {
  vi.useFakeTimers();
  for (let i = 0; i < 40; i += 1) talk.hear(reacted("ben"), false);
  expect(talk.floats.length).toBeLessThanOrEqual(12);
  vi.advanceTimersByTime(3_000);
  expect(talk.floats).toHaveLength(0);
  vi.useRealTimers();
});
