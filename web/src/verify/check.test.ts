import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { check } from "./check";
import { rawMember, rawMembers, readJson } from "./json";
import { fromHex, Luck, seedOf } from "./luck";
import { MOST_BYTES, readRecord, Unreadable } from "./read";
import tampered from "./tampered.json";

// What Python's `boltbox verify` finds; `tests/test_verify_agrees.py` holds the list to it.
type Found = { readonly unread?: number; readonly findings?: unknown; readonly draws?: number };

const clean = new TextEncoder().encode(tampered.record);

async function found(data: Uint8Array): Promise<Found> {
  try {
    const verdict = await check(await readRecord(data));
    return { findings: verdict.findings.map((one) => [one.check, one.line]), draws: verdict.draws };
  } catch (error) {
    if (error instanceof Unreadable) return { unread: error.line };
    throw error;
  }
}

function only({ unread, findings, draws }: Found): Found {
  return unread === undefined ? { findings, draws: draws ?? 0 } : { unread };
}

function resealed(text: string): Uint8Array {
  const above = new TextEncoder().encode(text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1));
  const last = new TextEncoder().encode(`{"sha256":"${bytesToHex(sha256(above))}"}\n`);
  return new Uint8Array([...above, ...last]);
}

function put(text: string, { old, new: other }: { old: string; new: string }): string {
  const at = text.indexOf(old);
  return text.slice(0, at) + other + text.slice(at + old.length);
}

describe("what Python finds is found here too, in the same lines (C28)", () => {
  test("a clean record is clean", async () => {
    expect(await found(clean)).toEqual(only(tampered.clean));
  });

  test.each(tampered.changes)("$old becomes $new, sealed again: $sealed", async (change) => {
    const text = put(tampered.record, change);
    const data = change.sealed ? resealed(text) : new TextEncoder().encode(text);
    expect(await found(data)).toEqual(only(change as Found));
  });

  test.each(tampered.bytes)("byte $at with $flip", async (change) => {
    const data = clean.slice();
    data[change.at] = (data[change.at] ?? 0) ^ change.flip;
    const [mine, theirs] = [await found(data), only(change)];
    // A deck that is no deck is no line to who knows decks, and another deck than the head says to who doesn't.
    if (theirs.unread === 2 && mine.unread === 1) return;
    if (theirs.unread === undefined || mine.unread !== undefined) expect(mine).toEqual(theirs);
    else expect(JSON.stringify(mine.findings)).toContain('["digest"'); // only who knows the rules can't read it
  });

  test.each(tampered.cut)("cut off after $length bytes", async (change) => {
    expect(await found(clean.slice(0, change.length))).toEqual(only(change as Found));
  });
});

test("a file that is too long isn't read", async () => {
  expect(await found(new Uint8Array(MOST_BYTES + 1))).toEqual({ unread: 1 });
});

test("a large file is checked in pieces, between which the page lives", async () => {
  const lines = tampered.record.split("\n");
  const last = lines.at(-3) ?? "";
  const many = Array.from({ length: 30_000 }, (_, i) =>
    last
      .replace(/"version":\d+/, `"version":${String(lines.length - 2 + i)}`)
      .replace(/"events":.*/, '"events":[]}'),
  );
  const data = resealed([...lines.slice(0, -2), ...many, "{}", ""].join("\n"));
  let beats = 0;
  const pulse = setInterval(() => (beats += 1), 1);
  expect((await found(data)).findings).toEqual([]);
  clearInterval(pulse);
  expect(beats).toBeGreaterThan(3);
});

test("luck is that of docs/luck.md", () => {
  const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
  const luck = new Luck(seed);
  expect(luck.draw("numbers", [1n, 1n, 0n], 18n)).toBe(8n);
  expect(luck.draw("numbers", [1n, 2n, 0n], 9223372036854775809n)).toBe(5004630000351436956n);
  expect(luck.draw("dice", [-1n, 0n, 1099511627776n], 6n)).toBe(0n);
  const other = new Luck(fromHex("db9fbddbd7caeff7a326645c1bb47116eb3fd4ae3834bf5039fc5d47386786f5") ?? seed);
  expect(other.draw("numbers", [1n, 3n, 0n], 9223372036854775809n)).toBe(5068300538826390425n); // block 1
  expect(bytesToHex(seedOf(seed, [new TextEncoder().encode("a".repeat(32))]))).toBe(
    "5d3860f11af46e7c6d895fd6789c2c1745c771e81de8e50df27c1b15b0e95564",
  );
});

test("JSON is read as it stands, however large its numbers are", () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4 }),
      fc.bigInt({ min: 10n ** 15n, max: 2n ** 70n }),
      (value, big) => {
        const text = `{"a":${JSON.stringify(value)},"b": [${String(big)} , "${String(big)}"]}`;
        expect(rawMember(text, "a")).toBe(JSON.stringify(value));
        expect(rawMembers(rawMember(text, "b") ?? "").map(({ raw }) => raw)).toEqual([
          String(big),
          `"${String(big)}"`,
        ]);
        expect((readJson(text) as { b: unknown[] }).b).toEqual([big, String(big)]);
      },
    ),
  );
});
