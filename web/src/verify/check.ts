import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

import { fromHex, Luck, seedOf } from "./luck";
import type { GameRecord } from "./read";
import { pace } from "./read";

/** Names what is checked, as `boltbox verify` does. */
export type Check = "digest" | "commitment" | "words" | "draws" | "times";

/** Is something that is wrong: which check found it, in which line, and why: a key of the catalogue and its holes. */
export type Finding = {
  readonly check: Check;
  readonly line: number;
  readonly why: string;
  readonly holes: Readonly<Record<string, string | number>>;
};

export type Verdict = {
  readonly findings: readonly Finding[]; // by line
  readonly draws: number; // how many were made again; 0: there was no seed to make them from
  readonly wrong: ReadonlySet<string>; // places of draws that are wrong: line and number
};

/** Tells how far the draws are checked. */
export type Progress = (done: number, of: number) => void;

/** Checks all that needs no rules, in this page and without asking anybody. */
export async function check(record: GameRecord, tell: Progress = () => undefined): Promise<Verdict> {
  const { luck, findings } = inputs(record);
  const wrong = new Set<string>();
  const found = [...digest(record), ...findings, ...times(record)];
  let draws = 0;
  if (luck !== null) {
    for await (const one of drawn(record, luck, tell)) {
      if (one === null) draws += 1;
      else {
        found.push(one.finding);
        wrong.add(one.place);
      }
    }
  }
  return { findings: found.sort((one, other) => one.line - other.line), draws, wrong };
}

/** Names the place of a draw in a record. */
export function placeOf(line: number, number: number): string {
  return `${String(line)}.${String(number)}`;
}

function digest(record: GameRecord): Finding[] {
  if (record.whole) return [];
  return [{ check: "digest", line: record.entries.length + 2, why: "digest", holes: {} }];
}

function inputs({ luck: told, seats }: GameRecord): { luck: Luck | null; findings: Finding[] } {
  const findings: Finding[] = [];
  const say = (check: Check, why: string, holes: Finding["holes"] = {}): void => {
    findings.push({ check, line: 1, why, holes });
  };
  const secret = fromHex(told.secret);
  const words = told.words.map((one) => fromHex(one.word ?? one.hash));
  if (secret?.length !== 32 || words.includes(null)) {
    say("commitment", "secret");
    return { luck: null, findings };
  }
  if (bytesToHex(sha256(secret)) !== told.commitment) say("commitment", "commitment");
  const numbers = told.words.map(({ seat }) => seat);
  const sitting = numbers.every((seat) => seats.some((one) => one.seat === seat));
  if (!sitting || numbers.some((seat, i) => i > 0 && seat <= (numbers[i - 1] ?? 0))) say("words", "order");
  for (const { seat, hash, word } of told.words) {
    const bytes = word === null ? null : fromHex(word);
    if (bytes !== null && bytesToHex(sha256(bytes)) !== hash) say("words", "word", { seat });
  }
  return { luck: new Luck(seedOf(secret, words as Uint8Array[])), findings };
}

function times({ entries }: GameRecord): Finding[] {
  return entries.flatMap(({ line, instant }, i) => {
    const before = entries[i - 1]?.instant ?? instant;
    if (instant >= before) return [];
    const ms = String(BigInt(before) - BigInt(instant));
    return [{ check: "times" as const, line, why: "times", holes: { ms } }];
  });
}

/** Makes every draw again, and gives null for each and what is wrong with it. */
async function* drawn(
  { entries }: GameRecord,
  luck: Luck,
  tell: Progress,
): AsyncGenerator<{ finding: Finding; place: string } | null> {
  const rest = pace();
  const seen = new Map<string, number>();
  const all = entries.reduce((sum, entry) => sum + entry.draws.length, 0);
  let done = 0;
  for (const { line, draws } of entries) {
    for (const [number, draw] of draws.entries()) {
      const named = `${draw.stream} ${draw.key.map(String).join(" ")}`;
      const place = placeOf(line, number);
      const wrong = (why: string, holes: Finding["holes"] = {}): { finding: Finding; place: string } => ({
        finding: { check: "draws", line, why, holes: { draw: named, ...holes } },
        place,
      });
      const before = seen.get(named);
      if (before !== undefined) yield wrong("twice", { before });
      else seen.set(named, line);
      const right = luck.draw(draw.stream, draw.key, draw.size);
      if (right === null) yield wrong("impossible");
      else if (right !== draw.result) {
        yield wrong("draw", { right: String(right), told: String(draw.result), size: String(draw.size) });
      }
      yield null;
      tell((done += 1), all);
      await rest();
    }
  }
}
