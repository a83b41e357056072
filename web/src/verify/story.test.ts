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

test("a race is told by its goals: the card that was flipped, then every roll with whose it was", () => {
  const draw = (
    stream: string,
    key: [bigint, bigint, bigint],
    size: bigint,
  ): GameRecord["entries"][number]["draws"][number] => ({
    ...{ stream, key, size, result: 2n },
  });
  const entries: GameRecord["entries"] = [
    {
      ...{ line: 2, instant: 1, draws: [draw("goals", [1n, 0n, 0n], 50n)] },
      events: [
        { t: "drew", draws: [1] },
        { t: "flipped", goal: 1, card: 2, text: "AABBCC", instant: 1 },
      ],
    },
    {
      ...{ line: 3, instant: 2 },
      draws: [
        draw("dice", [2n, 1n, 0n], 6n),
        draw("tray", [2n, 1n, 0n], 20n),
        draw("dice", [2n, 1n, 4n], 6n),
      ],
      events: [
        { t: "drew", draws: [1, 2, 3] },
        { t: "cameToRest", seat: 2, roll: 1, dice: [0, 4], values: [3, 0], instant: 2 },
      ],
    },
    {
      line: 4,
      instant: 3,
      draws: [],
      events: [{ t: "cameToRest", seat: 2, roll: 2, dice: [0], values: [6] }],
    },
  ];
  expect(storyOf({ ...record, entries })).toEqual([
    {
      round: 1,
      goal: true,
      chances: [
        { kind: "goal", goal: 1, text: "AABBCC", places: ["2.0"], line: 2 },
        { kind: "roll", seat: 2, roll: 1, values: [3, 0], places: ["3.0", "3.1", "3.2"], line: 3 },
        // Dice behind which no draw stands are no luck of this table.
        { kind: "roll", seat: 2, roll: 2, values: [6], places: [], line: 4 },
      ],
    },
  ]);
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
