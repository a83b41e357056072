import { expect, test } from "vitest";

import { deckName, readDeck, writeDeck } from "./deck";
import { DECK } from "./fixtures";

test("LB-9.1: a deck is read from what a person wrote, and written so that it reads the same", () => {
  const deck = readDeck(`# mine\n\n${DECK}`);
  expect(deck).toMatchObject({ name: "Kitchen table", author: "Ann", licence: "CC0" });
  expect(deck.faces).toHaveLength(6);
  expect(deck.faces[0]).toEqual({ grid: "123456789", rows: ["4", "5", "?"], columns: ["LL", "M", "S"] });
  expect(readDeck(writeDeck(deck))).toEqual(deck);
});

test("a deck is called by its own name, a built-in one by that of its file", () => {
  expect(deckName(readDeck(DECK))).toBe("Kitchen table");
  expect(deckName("boltbox")).toBe("Boltbox");
});
