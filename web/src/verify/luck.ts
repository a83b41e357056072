import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** Is one draw as a record has it: its key, how many results were possible, and the one that came. */
export type Draw = {
  readonly stream: string;
  readonly key: readonly [bigint, bigint, bigint];
  readonly size: bigint;
  readonly result: bigint;
};

const TOP = 1n << 64n;

/** Reads hexadecimal digits as Python does: in pairs, with blanks between them; null when they can't be read. */
export function fromHex(text: string): Uint8Array | null {
  if (!/^[ \t\n\r\v\f]*(?:[0-9a-fA-F]{2}[ \t\n\r\v\f]*)*$/.test(text)) return null;
  return hexToBytes(text.replace(/\s/g, ""));
}

/** Makes the seed out of the table's secret and what pages added. */
export function seedOf(secret: Uint8Array, words: readonly Uint8Array[]): Uint8Array {
  const hash = sha256.create().update(utf8ToBytes("boltbox deal 1\n")).update(secret);
  for (const word of words) hash.update(word);
  return hash.digest();
}

/** Is the luck of a table, written again: docs/luck.md says how. */
export class Luck {
  readonly #start;

  constructor(seed: Uint8Array) {
    this.#start = sha256.create().update(utf8ToBytes("boltbox luck 1\n")).update(seed);
  }

  /** Draws one of `size` results; null when there is no such draw. */
  draw(stream: string, key: Draw["key"], size: bigint): bigint | null {
    if (!/^\p{L}+$/u.test(stream) || size < 1n || size >= TOP) return null;
    const limit = TOP - (TOP % size);
    for (let block = 0; ; block += 1) {
      const text = `${stream} ${key.map(String).join(" ")} ${String(block)}`;
      const digest = this.#start.clone().update(utf8ToBytes(text)).digest();
      const value = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0);
      if (value < limit) return value % size;
    }
  }
}
