import type { Options } from "../../../generated/luckybox";
import type { LuckyCard } from "./wire";

/** Are the options of the rule sets, as the server tells them. */
export const CLASSIC: Options = {
  ruleSet: "classic",
  rounds: 4,
  dealt: 5,
  kept: 3,
  offer: 3,
  startingLightning: 4,
  boxPoints: [15, 12, 10, 8],
  starPoints: [1, 4, 9],
  moonPoints: { most: 6, fewest: -6, solo: [-6, -2, 0, 1, 3, 6, 10] },
  passRule: "no_match",
  bonusOptional: false,
  deck: "boltbox",
  decks: null,
};

export const CHENGDU: Options = {
  ...CLASSIC,
  ruleSet: "chengdu",
  offer: 0,
  startingLightning: 0,
  starPoints: [2],
  passRule: "always",
};

/** Is the game as it stands on the shelf. */
export const CARD: LuckyCard = {
  game: "luckybox",
  least: 1,
  most: 12,
  options: CLASSIC,
  bots: ["greedy", "uniform"],
  ruleSets: [
    { name: "classic", options: CLASSIC },
    { name: "chengdu", options: CHENGDU },
  ],
  ranges: {
    rounds: [1, 8],
    dealt: [1, 9],
    kept: [1, 9],
    offer: [0, 5],
    startingLightning: [0, 9],
    decks: [1, 2],
  },
};

/** Is a deck of one's own, as a person writes it. */
export const DECK = `name: Kitchen table
author: Ann
licence: CC0
${"123456789 4,5,? LL,M,S\n".repeat(6)}`;
