import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { Options } from "../../../generated/luckybox";
import { speech } from "../../../texts/speech.svelte";
import { readDeck } from "./deck";
import { CHENGDU, CLASSIC, DECK } from "./fixtures";
import { bringHouse } from "../../../house/house";
import { changesOf, differing, restored, topicOf, TOPICS, topicsOf, type Topic } from "./topics";
import { sayChange, sayDifferences, sayTopic, sayWrong } from "./words";

const MOONS = CLASSIC.moonPoints;

// For each thing that can be agreed on: a change of it, and how both are told.
const CHANGES: Readonly<Record<Topic, readonly [Partial<Options>, string, string]>> = {
  rounds: [{ rounds: 6 }, "6 rounds", "4 rounds"],
  start: [{ dealt: 7, kept: 4 }, "7 boxes dealt, 4 kept", "5 boxes dealt, 3 kept"],
  offer: [{ offer: 0 }, "No new box after a round", "After each round one of 3 new boxes"],
  startingLightning: [{ startingLightning: 1 }, "1 bolt at the start", "4 bolts at the start"],
  boxPoints: [{ boxPoints: [20, 12, 10, 8] }, "A box finished in round 1 pays 20 points", "15"],
  starPoints: [
    { starPoints: [1, 4, 9, 16] },
    "1, 2, … stars in a round pay 1, 4, 9, 16",
    "1, 2, … stars in a round pay 1, 4, 9",
  ],
  most: [{ moonPoints: { ...MOONS, most: 8 } }, "Most moons: +8", "Most moons: +6"],
  fewest: [{ moonPoints: { ...MOONS, fewest: 0 } }, "Fewest moons: 0", "Fewest moons: −6"],
  solo: [
    { moonPoints: { ...MOONS, solo: [-1, 2] } },
    "Alone, 0, 1, 2, … moons pay −1, 2",
    "Alone, 0, 1, 2, … moons pay −6, −2, 0, 1, 3, 6, 10",
  ],
  passRule: [
    { passRule: "always" },
    "Passing is always allowed",
    "Pass only when no open cell has the number",
  ],
  bonusOptional: [{ bonusOptional: true }, "A bonus may be left", "A bonus that can be used must be used"],
  deck: [{ deck: readDeck(DECK) }, "Deck: Kitchen table", "Deck: Boltbox"],
  decks: [{ decks: 2 }, "Two decks, shuffled together", "One deck, two for seven players and more"],
};

beforeAll(bringHouse);

describe("LB-8.1: each thing that the host can change", () => {
  beforeEach(bringHouse);

  test.each(TOPICS)("%s is told when it differs, with what is usual, and can be taken back", (topic) => {
    const [change, words, usually] = CHANGES[topic];
    const options = { ...CLASSIC, ...change };
    expect(differing(options, CLASSIC)).toEqual([topic]);
    if (topic === "deck") expect(sayTopic(topic, options)).toBe(words);
    else expect(sayDifferences(options, CLASSIC)).toEqual([{ topic, words, usually }]);
    expect(sayChange(changesOf(CLASSIC, options), options)).toEqual([
      topic === "boxPoints" ? expect.any(String) : `${words}.`,
    ]);
    expect(restored(options, topic, CLASSIC)).toEqual(CLASSIC);
  });

  test.each(TOPICS)("%s is worded in Chinese too, without a hole left open", async (topic) => {
    await speech.choose("zh");
    await bringHouse();
    const [change] = CHANGES[topic];
    for (const options of [CLASSIC, { ...CLASSIC, ...change }]) {
      const words = sayTopic(topic, options);
      expect(words).toMatch(/\p{Script=Han}/u);
      expect(words).not.toMatch(/[{}]/);
    }
  });

  afterEach(async () => {
    await speech.choose("en");
  });
});

test("points are told by the round where one round differs, as a row where more do, and once where all pay alike", () => {
  const told = (boxPoints: readonly number[], rounds = 4): string | undefined =>
    sayDifferences({ ...CLASSIC, boxPoints, rounds }, CLASSIC).find(({ topic }) => topic === "boxPoints")
      ?.words;
  expect(told([15, 12, 10, 1])).toBe("A box finished in round 4 pays 1 point");
  expect(told([15, 12, 10, -1])).toBe("A box finished in round 4 pays −1 point");
  expect(told([15, 12, 10, 5], 6)).toBe("Finished boxes pay 15, 12, 10, 5, by the round");
  expect(told([20, 10, 5])).toBe("Finished boxes pay 20, 10, 5, by the round");
  expect(told([10])).toBe("A finished box pays 10 points in every round");
});

test("LB-8.3: a list's last value repeats, so saying it again is no difference", () => {
  expect(differing({ ...CLASSIC, boxPoints: [15, 12, 10, 8, 8, 8] }, CLASSIC)).toEqual([]);
});

test("offers, boxes and stars are told as each rule set has them", () => {
  expect(sayTopic("offer", { ...CLASSIC, offer: 1 })).toBe("After each round a new box, without a choice");
  expect(sayTopic("start", { ...CLASSIC, dealt: 3 })).toBe("3 boxes dealt, all kept");
  expect(sayTopic("start", CHENGDU)).toBe("5 boxes dealt, 3 laid out, the others in reserve");
  expect(sayTopic("starPoints", CHENGDU)).toBe("Each star pays 2 points");
  expect(topicsOf("chengdu")).not.toContain("offer");
  expect(topicsOf("chengdu")).not.toContain("most");
});

test("what goes back to the usual is told as a change, though it differs no more", () => {
  expect(sayDifferences(CLASSIC, CLASSIC, ["rounds"])).toEqual([
    { topic: "rounds", words: "4 rounds", usually: "4 rounds" },
  ]);
  expect(sayChange(changesOf({ ...CLASSIC, rounds: 6 }, CLASSIC), CLASSIC)).toEqual(["4 rounds."]);
  expect(sayChange(changesOf(CLASSIC, CHENGDU), CHENGDU)).toEqual(["Rules: Chengdu."]);
});

test("a problem finds the thing that it speaks of, and calls it by its name", () => {
  expect(topicOf("kept")).toBe("start");
  expect(topicOf("box_points")).toBe("boxPoints");
  expect(topicOf("moon_points.solo")).toBe("solo");
  expect(topicOf("moonPoints.most")).toBe("most");
  expect(topicOf("table")).toBeNull();
  const params = { option: "star_points", least: 1, most: 9, given: 10 };
  expect(sayWrong({ code: "option_length", text: "", params, thing: "star_points" })).toBe(
    "Points of stars must have 1 to 9 values, not 10.",
  );
});
