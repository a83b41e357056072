import { seenDeals, type SeenDeal } from "../table/deals";
import type { GameRecord } from "./read";

/** Is something that this browser remembers of a deal: a key of the catalogue, and whether it is as it should be. */
export type Memory = { readonly key: string; readonly good: boolean };

/** Compares a record with what this browser saw before and after the game; nothing if it wasn't there. */
export function memoriesOf(record: GameRecord, seen: readonly SeenDeal[] = seenDeals()): readonly Memory[] {
  const { commitment, words } = record.luck;
  const found = seen.find((one) => one.commitment === commitment);
  if (found === undefined) return [];
  const memories: Memory[] = [{ key: "seal", good: true }];
  if (found.seals.length > 0) {
    const same = JSON.stringify(found.seals) === JSON.stringify(words.map(({ hash }) => hash));
    memories.push(same ? { key: "seals", good: true } : { key: "sealsOther", good: false });
  }
  // What was sealed but never fixed may have gone with a reload before the start.
  if (found.own !== null && found.seals.includes(found.own.seal)) {
    const { seal } = found.own;
    const mine = words.find(({ hash }) => hash === seal);
    if (mine === undefined) memories.push({ key: "gone", good: false });
    else memories.push(mine.word === null ? { key: "late", good: false } : { key: "word", good: true });
  }
  if (found.digest !== null) {
    const same = found.digest === record.digest;
    memories.push(same ? { key: "digest", good: true } : { key: "digestOther", good: false });
  }
  return memories;
}
