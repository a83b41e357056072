import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

import { rawMember, rawMembers, readJson } from "./json";
import type { Draw } from "./luck";

export const MOST_BYTES = 16 * 1024 * 1024;
const FORMAT = 1;
const OPENING = 123; // a record begins with {
const CHUNK = 256 * 1024;
const BUSY_MS = 12; // so long at once: the page goes on to live while a large file is read

export type Word = { readonly seat: number; readonly hash: string; readonly word: string | null };
export type Sitter = { readonly seat: number; readonly name: string | null; readonly bot: string | null };
export type Event = { readonly [name: string]: unknown; readonly t: string };

/** Is what somebody needs of a record to check it without knowing a rule. */
export type GameRecord = {
  readonly game: string;
  readonly rules: number;
  readonly seats: readonly Sitter[];
  readonly luck: { readonly commitment: string; readonly secret: string; readonly words: readonly Word[] };
  readonly entries: readonly Entry[];
  readonly digest: string; // as it stands in the last line
  readonly whole: boolean; // and whether it is that of the lines above
};

export type Entry = {
  readonly line: number;
  readonly instant: number | bigint;
  readonly events: readonly Event[];
  readonly draws: readonly Draw[];
};

/** Says in which line a file can't be read, and why: a key of the catalogue. */
export class Unreadable extends Error {
  readonly line: number;
  readonly why: string;

  constructor(line: number, why: string) {
    super(`line ${String(line)}: ${why}`);
    this.line = line;
    this.why = why;
  }
}

/** Lets the page live for a moment when it worked for long enough. */
export function pace(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < BUSY_MS) return;
    await new Promise((settle) => setTimeout(settle, 0));
    since = performance.now();
  };
}

/** Reads a record. Throws Unreadable; a wrong digest is no such error, `whole` tells of it. */
export async function readRecord(data: Uint8Array): Promise<GameRecord> {
  if (data.length > MOST_BYTES) throw new Unreadable(1, "long");
  if (data[0] !== OPENING) throw new Unreadable(1, "other");
  const rest = pace();
  const rows = await rowsOf(data, rest);
  const last = rows.pop() ?? { from: 0, to: 0 };
  const digest = /^\{"sha256":"([0-9a-f]{64})"\}$/.exec(latin(data.subarray(last.from, last.to)))?.[1];
  if (digest === undefined || rows.length === 0) throw new Unreadable(rows.length + 1, "last");
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const textOf = (number: number): string => {
    const row = rows[number - 1] ?? last;
    try {
      return decoder.decode(data.subarray(row.from, row.to));
    } catch {
      throw new Unreadable(number, "json");
    }
  };
  const head = readHead(textOf(1));
  const entries: Entry[] = [];
  for (let line = 2; line <= rows.length; line += 1) {
    entries.push(readEntry(textOf(line), line));
    await rest();
  }
  if (entries.length === 0) throw new Unreadable(1, "empty");
  if (head.deck !== deckIn(textOf(2))) throw new Unreadable(1, "deck");
  const above = await hashOf(data.subarray(0, last.from), rest);
  return { ...head, entries, digest, whole: above === digest };
}

type Row = { readonly from: number; readonly to: number };

/** Finds the lines; what has no end of line is none, as in a file that was cut off. */
async function rowsOf(data: Uint8Array, rest: () => Promise<void>): Promise<Row[]> {
  const rows: Row[] = [];
  let from = 0;
  for (let to = data.indexOf(10); to >= 0; to = data.indexOf(10, from)) {
    rows.push({ from, to });
    from = to + 1;
    await rest();
  }
  if (from < data.length) rows.push({ from: data.length, to: data.length });
  return rows;
}

/** Hashes in pieces: 16 MiB at once would stop the page. */
async function hashOf(data: Uint8Array, rest: () => Promise<void>): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < data.length; at += CHUNK) {
    hash.update(data.subarray(at, at + CHUNK));
    await rest();
  }
  return bytesToHex(hash.digest());
}

function latin(data: Uint8Array): string {
  return data.length > 100 ? "" : String.fromCharCode(...data);
}

function objectIn(text: string, line: number): Readonly<Record<string, unknown>> {
  let read: unknown;
  try {
    read = readJson(text);
  } catch {
    throw new Unreadable(line, "json");
  }
  if (!isObject(read)) throw new Unreadable(line, "json");
  return read;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function need(holds: boolean, line: number, why = "fields"): asserts holds {
  if (!holds) throw new Unreadable(line, why);
}

function readHead(text: string): Omit<GameRecord, "entries" | "digest" | "whole"> & { deck: string | null } {
  const head = objectIn(text, 1);
  need(typeof head["format"] === "number", 1);
  need(head["format"] === FORMAT, 1, "format");
  const { game, rules, deck, seats, luck } = head;
  need(typeof game === "string" && typeof rules === "number", 1);
  need(deck === null || typeof deck === "string", 1);
  need(Array.isArray(seats) && isObject(luck), 1);
  const { commitment, secret, words = [] } = luck;
  need(typeof commitment === "string" && typeof secret === "string" && Array.isArray(words), 1);
  const sitters = seats.map(readSitter);
  const numbers = sitters.map(({ seat }) => seat);
  need(sitters.length > 0 && numbers.every((seat, i) => i === 0 || seat > (numbers[i - 1] ?? 0)), 1, "seats");
  return {
    game,
    rules,
    deck,
    seats: sitters,
    luck: { commitment, secret, words: words.map(readWord) },
  };
}

function readSitter(one: unknown): Sitter {
  need(isObject(one), 1);
  const { seat, name = null, bot = null } = one;
  need(typeof seat === "number" && (name === null || typeof name === "string"), 1);
  need(bot === null || typeof bot === "string", 1);
  return { seat, name, bot };
}

function readWord(one: unknown): Word {
  need(isObject(one), 1);
  const { seat, hash, word = null } = one;
  need(typeof seat === "number" && typeof hash === "string", 1);
  need(word === null || typeof word === "string", 1);
  return { seat, hash, word };
}

function readEntry(text: string, line: number): Entry {
  const { version, instant, events } = objectIn(text, line);
  need(typeof version === "number" && (typeof instant === "number" || typeof instant === "bigint"), line);
  need(Array.isArray(events), line);
  need(version === line - 1, line, "gap");
  const read = events.map((event: unknown): Event => {
    need(isObject(event) && typeof event["t"] === "string", line);
    return event as Event;
  });
  const draws = read
    .filter((event) => event.t === "drew")
    .flatMap((event) => {
      need(Array.isArray(event["draws"]), line);
      return event["draws"].map((draw: unknown) => readDraw(draw, line));
    });
  return { line, instant, events: read, draws };
}

function readDraw(draw: unknown, line: number): Draw {
  need(Array.isArray(draw) && draw.length === 6, line);
  const [stream, ...numbers] = draw as readonly unknown[];
  need(typeof stream === "string", line);
  const [a, b, c, size, result] = numbers.map((number) => {
    need(typeof number === "bigint" || (typeof number === "number" && Number.isSafeInteger(number)), line);
    return BigInt(number);
  }) as [bigint, bigint, bigint, bigint, bigint];
  return { stream, key: [a, b, c], size, result };
}

/** Hashes the deck as it stands in the first entry, byte for byte. */
function deckIn(text: string): string | null {
  const events = rawMembers(rawMember(text, "events") ?? "[]");
  const deck = events.map(({ raw }) => rawMember(raw, "deck")).find((raw) => raw !== null);
  return deck === undefined ? null : bytesToHex(sha256(utf8ToBytes(deck)));
}
