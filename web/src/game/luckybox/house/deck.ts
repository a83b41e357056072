import type { BonusCode } from "../../../generated/luckybox";
import type { Face } from "./wire";

/** Is a deck as its text says it: who made it, and its faces in order. */
export type DeckText = {
  readonly name: string;
  readonly author: string;
  readonly licence: string;
  readonly faces: readonly Face[];
};

/** Tells whether what stands in the options is a deck's whole text; a built-in deck is only named there. */
export function isOwnDeck(deck: string): boolean {
  return deck.includes("\n");
}

/** Takes a deck's text apart. The server has read it before and found nothing wrong, so nothing is judged here. */
export function readDeck(text: string): DeckText {
  const header = new Map<string, string>();
  const faces: Face[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const colon = line.indexOf(":");
    if (colon >= 0) {
      header.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
      continue;
    }
    const [grid = "", rows = "", columns = ""] = line.split(/\s+/);
    faces.push({ grid, rows: rows.split(",") as BonusCode[], columns: columns.split(",") as BonusCode[] });
  }
  const of = (key: string): string => header.get(key) ?? "";
  return { name: of("name"), author: of("author"), licence: of("licence"), faces };
}
