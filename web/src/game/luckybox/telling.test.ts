import { expect, test } from "vitest";

import type { GameTold } from "../../generated/luckybox";
import { Feed } from "../../table/news.svelte";
import { parts, tableOf } from "./fixtures";
import { seatOf, wordTold } from "./telling";

test("each told is said once, in order, and about oneself in the second person", () => {
  const { table, socket } = tableOf(parts());
  const feed = new Feed();
  feed.listen(table.hearing, (told: GameTold) => wordTold(told, table.lobby, table.you), seatOf);
  const told: GameTold[] = [
    { t: "numberDrawn", round: 1, draw: 2, number: 3 },
    { t: "crossed", seat: 1, box: 7, cell: 2, number: 3, way: "drawn", price: 0, code: null },
    { t: "lineCompleted", seat: 1, box: 7, line: 0, code: "4" },
    { t: "tokensTaken", seat: 1, lightning: 1, stars: 0, moons: 0, questions: 0 },
    { t: "crossed", seat: 2, box: 8, cell: 2, number: 5, way: "lightning", price: 2, code: null },
    { t: "boxFinished", seat: 2, box: 8, round: 1, points: 1 },
  ];
  socket.says({ t: "step", version: 4, parts: {}, told, for: null });
  socket.says({ t: "step", version: 4, parts: {}, told, for: null });
  expect(feed.news.map((one) => one.words)).toEqual([
    "3 comes.",
    "You cross 3.",
    "You fill a line: cross any 4.",
    "Ben crosses 5 for 2 bolts.",
    "Ben finishes a box: 1 point.",
  ]);
});
