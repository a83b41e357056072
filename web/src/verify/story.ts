import { placeOf } from "./check";
import type { Draw } from "./luck";
import type { GameRecord } from "./read";

type Told = { readonly places: readonly string[]; readonly line: number };

/** Is something that luck did, with the draws that it came from. */
export type Chance =
  | (Told & { readonly kind: "number"; readonly draw: number; readonly number: number })
  | (Told & { readonly kind: "deal"; readonly offers: readonly (readonly number[])[] })
  | (Told & { readonly kind: "goal"; readonly goal: number; readonly text: string })
  | (Told & {
      readonly kind: "roll";
      readonly seat: number;
      readonly roll: number;
      readonly values: readonly number[]; // of the dice thrown; 0: it left the table
    })
  | (Told & { readonly kind: "other"; readonly draw: Draw });

/** Is what luck did in a round of Lucky Box, or for a goal of Lightning Dice; round 0 is before the first. */
export type Round = { readonly round: number; readonly goal: boolean; readonly chances: readonly Chance[] };

/** Tells by rounds or goals what luck did: numbers, boxes, goals and rolls by their names, all else by its key. */
export function storyOf(record: GameRecord): readonly Round[] {
  const rounds: { round: number; goal: boolean; chances: Chance[] }[] = [
    { round: 0, goal: false, chances: [] },
  ];
  const put = (chance: Chance): void => {
    rounds.at(-1)?.chances.push(chance);
  };
  for (const { line, events } of record.entries) {
    let waiting: { draw: Draw; place: string }[] = [];
    let count = 0;
    const draws = record.entries[line - 2]?.draws ?? [];
    for (const event of events) {
      if (event.t === "drew" && Array.isArray(event["draws"])) {
        const end = count + event["draws"].length;
        const own = draws.slice(count, end).map((draw, i) => ({ draw, place: placeOf(line, count + i) }));
        waiting = [...waiting, ...own];
        count = end;
        continue;
      }
      const { round, goal } = event;
      if (event.t === "roundBegan" && typeof round === "number")
        rounds.push({ round, goal: false, chances: [] });
      if (event.t === "flipped" && typeof goal === "number")
        rounds.push({ round: goal, goal: true, chances: [] });
      const named = nameOf(
        event,
        waiting.map(({ place }) => place),
        line,
      );
      if (named === null) continue;
      put(named);
      waiting = [];
    }
    for (const { draw, place } of waiting) put({ kind: "other", draw, places: [place], line });
  }
  return rounds.filter(({ chances }) => chances.length > 0);
}

function nameOf(
  event: Readonly<Record<string, unknown>>,
  places: readonly string[],
  line: number,
): Chance | null {
  const { draw, number, offers } = event;
  if (event["t"] === "numberDrawn" && typeof draw === "number" && typeof number === "number") {
    return { kind: "number", draw, number, places, line };
  }
  if (event["t"] === "dealt" && Array.isArray(offers) && offers.every(isList)) {
    return { kind: "deal", offers, places, line };
  }
  const { goal, text, seat, roll, values } = event;
  if (event["t"] === "flipped" && typeof goal === "number" && typeof text === "string") {
    return { kind: "goal", goal, text, places, line };
  }
  if (event["t"] === "cameToRest" && typeof seat === "number" && typeof roll === "number" && isList(values)) {
    return { kind: "roll", seat, roll, values, places, line };
  }
  return null;
}

function isList(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === "number");
}
