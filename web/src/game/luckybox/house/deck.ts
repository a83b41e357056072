import type { BonusCode, Deck, Face } from "../../../generated/luckybox";

function three(text: string): Face["rows"] {
  const [first = "-", second = "-", third = "-"] = text.split(",") as BonusCode[];
  return [first, second, third];
}

/** Takes a deck's text apart. The server has read it before and found nothing wrong, so nothing is judged here. */
export function readDeck(text: string): Deck {
  const header = new Map<string, string>();
  const faces: Face[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const colon = line.indexOf(":");
    if (colon >= 0) {
      header.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
    } else {
      const [grid = "", rows = "", columns = ""] = line.split(/\s+/);
      faces.push({ grid, rows: three(rows), columns: three(columns) });
    }
  }
  const of = (key: string): string => header.get(key) ?? "";
  return { name: of("name"), author: of("author"), licence: of("licence"), faces };
}

/** Writes a deck as the text that a person edits, a box a line (LB-9.1). */
export function writeDeck({ name, author, licence, faces }: Deck): string {
  const lines = faces.map(({ grid, rows, columns }) => `${grid} ${rows.join(",")} ${columns.join(",")}`);
  return [`name: ${name}`, `author: ${author}`, `licence: ${licence}`, "", ...lines, ""].join("\n");
}

/** Is what a deck is called; a built-in one is only named in the options. */
export function deckName(deck: string | Deck): string {
  return typeof deck === "string" ? deck.slice(0, 1).toUpperCase() + deck.slice(1) : deck.name;
}
