import type { Options, RuleSetName } from "../../../generated/luckybox";
import type { RuleSetCard } from "./wire";

/** Names what a table can agree on; the boxes at the start and the ones kept of them go together (LB-8.1). */
export const TOPICS = [
  "rounds",
  "start",
  "offer",
  "startingLightning",
  "boxPoints",
  "starPoints",
  "most",
  "fewest",
  "solo",
  "passRule",
  "bonusOptional",
  "deck",
  "decks",
] as const;

export type Topic = (typeof TOPICS)[number];

type Reading = (options: Options) => unknown;

const READINGS: Readonly<Record<Topic, Reading>> = {
  rounds: (options) => options.rounds,
  start: (options) => [options.dealt, options.kept],
  offer: (options) => options.offer,
  startingLightning: (options) => options.startingLightning,
  boxPoints: (options) => trimmed(options.boxPoints),
  starPoints: (options) => trimmed(options.starPoints),
  most: (options) => options.moonPoints.most,
  fewest: (options) => options.moonPoints.fewest,
  solo: (options) => trimmed(options.moonPoints.solo),
  passRule: (options) => options.passRule,
  bonusOptional: (options) => options.bonusOptional,
  deck: (options) => options.deck,
  decks: (options) => options.decks,
};

// Moons of `chengdu` score what is printed on them, and nobody is offered a box there (LB-8.3).
const CLASSIC_ONLY: readonly Topic[] = ["offer", "most", "fewest", "solo"];

/** Lists what a rule set lets a table agree on. */
export function topicsOf(ruleSet: RuleSetName): readonly Topic[] {
  return ruleSet === "classic" ? TOPICS : TOPICS.filter((topic) => !CLASSIC_ONLY.includes(topic));
}

/** Leaves values out at the end that say nothing new: the last one repeats anyhow (LB-8.3). */
export function trimmed(values: readonly number[]): readonly number[] {
  let length = values.length;
  while (length > 1 && values[length - 1] === values[length - 2]) length -= 1;
  return values.slice(0, length);
}

/** Lists what differs between two agreements on the same rule set. */
export function differing(one: Options, other: Options): readonly Topic[] {
  return topicsOf(one.ruleSet).filter(
    (topic) => JSON.stringify(READINGS[topic](one)) !== JSON.stringify(READINGS[topic](other)),
  );
}

/** Names what a host changed: another rule set changes everything, so nothing else is named beside it. */
export type Change = Topic | "ruleSet";

export function changesOf(before: Options, after: Options): readonly Change[] {
  return before.ruleSet === after.ruleSet ? differing(after, before) : ["ruleSet"];
}

/** Takes one topic of some options back to those of others. */
export function restored(options: Options, topic: Topic, plain: Options): Options {
  switch (topic) {
    case "start":
      return { ...options, dealt: plain.dealt, kept: plain.kept };
    case "most":
    case "fewest":
    case "solo":
      return { ...options, moonPoints: { ...options.moonPoints, [topic]: plain.moonPoints[topic] } };
    default:
      return { ...options, [topic]: plain[topic] };
  }
}

/** Finds the options that a rule set has of itself. */
export function plainOf(ruleSets: readonly RuleSetCard[], ruleSet: RuleSetName): Options | null {
  return ruleSets.find((one) => one.name === ruleSet)?.options ?? null;
}

const FIELDS: Readonly<Record<string, Topic>> = { dealt: "start", kept: "start", seats: "start" };

/** Names the topic that a problem of the server speaks of: it names a field of the options, or one inside it. */
export function topicOf(thing: string): Topic | null {
  const path = thing.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()).split(".");
  const names = [...path.map((field) => FIELDS[field] ?? field)].reverse();
  return TOPICS.find((topic) => names.includes(topic)) ?? null;
}
