import { expect, test } from "vitest";

import type { SeenDeal } from "../table/deals";
import { memoriesOf } from "./memory";
import { type GameRecord, readRecord } from "./read";
import { storyOf } from "./story";
import tampered from "./tampered.json";

const record = await readRecord(new TextEncoder().encode(tampered.record));
const hashes = record.luck.words.map(({ hash }) => hash);
const [came = "", late = ""] = hashes;
const seen: SeenDeal = {
  commitment: record.luck.commitment,
  seals: hashes,
  own: { seal: came, word: "" },
  digest: record.digest,
};

function remembers(change: Partial<SeenDeal>): string[] {
  return memoriesOf(record, [{ ...seen, ...change }]).map(({ key, good }) => `${good ? "" : "not "}${key}`);
}

test("luck is told by rounds: the boxes that were dealt, then the numbers, each with its draws", () => {
  const [before, first, ...more] = storyOf(record);
  expect(more).toEqual([]);
  expect(before?.round).toBe(0);
  expect(before?.chances.map(({ kind, places }) => [kind, places.length])).toEqual([["deal", 20]]);
  expect(first?.round).toBe(1);
  expect(first?.chances.map((one) => (one.kind === "number" ? one.draw : one.kind))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
  expect(first?.chances.every(({ places }) => places.length === 1)).toBe(true);
});

test("a number behind which no draw stands has none, and a draw that nothing names is told by its key", () => {
  const entries = record.entries.map((entry): GameRecord["entries"][number] => {
    const events = entry.events.map((event) =>
      event.t === "numberDrawn" ? { ...event, t: "stolen" } : event,
    );
    return entry.line === 12
      ? { ...entry, draws: [], events: entry.events.filter(({ t }) => t !== "drew") }
      : { ...entry, events };
  });
  const chances = storyOf({ ...record, entries }).flatMap((round) => round.chances);
  expect(chances.filter(({ places }) => places.length === 0)).toMatchObject([{ kind: "number", line: 12 }]);
  expect(chances.filter(({ kind }) => kind === "other").map(({ line }) => line)).toHaveLength(8);
});

test("what the browser saw before and after the game is compared", () => {
  expect(remembers({})).toEqual(["seal", "seals", "word", "digest"]);
  expect(remembers({ own: { seal: late, word: "" } })).toEqual(["seal", "seals", "not late", "digest"]);
  expect(remembers({ seals: [came], digest: null })).toEqual(["seal", "not sealsOther", "word"]);
  expect(remembers({ seals: ["x", late], own: { seal: "x", word: null } })).toEqual([
    ...["seal", "not sealsOther", "not gone", "digest"],
  ]);
  expect(remembers({ digest: "other" }).at(-1)).toBe("not digestOther");
  // A page that was loaded anew before the start had sealed another word by then.
  expect(remembers({ seals: [], own: { seal: "x", word: null } })).toEqual(["seal", "digest"]);
  expect(remembers({ commitment: "of another deal" })).toEqual([]);
});
