import type { Options } from "../../../generated/luckybox";
import type { Problem } from "../../../generated/messages";
import { sayRefusal } from "../../../texts";
import { speech } from "../../../texts/speech.svelte";
import { deckName } from "./deck";
import { sayHouse } from "../../../house/house";
import { type Change, differing, type Topic, topicOf, trimmed } from "./topics";

/** Is one thing that a table agreed on, in words, and what it usually is. */
export type Line = { readonly topic: Topic; readonly words: string; readonly usually: string };

/** Writes a number as people do, with a minus that can't be taken for a hyphen. */
export function number(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : number(value);
}

function numbers(values: readonly number[]): string {
  return values.map(number).join(speech.language === "zh" ? "、" : ", ");
}

function sayStart({ ruleSet, dealt, kept }: Options): string {
  if (dealt === kept) return sayHouse("start.all", { count: dealt });
  return sayHouse(ruleSet === "chengdu" ? "start.reserve" : "start", { count: dealt, kept });
}

function sayValues(topic: "boxPoints" | "starPoints", given: readonly number[]): string {
  const values = trimmed(given);
  const [first = 0] = values;
  if (values.length === 1)
    return sayHouse(`${topic}.same`, { count: Math.abs(first), points: number(first) });
  return sayHouse(topic, { values: numbers(values) });
}

/** Says one thing that a table agreed on in a sentence. */
export function sayTopic(topic: Topic, options: Options): string {
  const { offer, moonPoints } = options;
  switch (topic) {
    case "rounds":
      return sayHouse("rounds", { count: options.rounds });
    case "start":
      return sayStart(options);
    case "offer":
      return offer < 2 ? sayHouse(`offer.${offer}`) : sayHouse("offer", { offer });
    case "startingLightning":
      if (options.startingLightning === 0) return sayHouse("startingLightning.none");
      return sayHouse("startingLightning", { count: options.startingLightning });
    case "boxPoints":
      return sayValues("boxPoints", options.boxPoints);
    case "starPoints":
      if (options.ruleSet === "chengdu") {
        const each = options.starPoints[0] ?? 0;
        return sayHouse("starPoints.each", { count: Math.abs(each), points: number(each) });
      }
      return sayValues("starPoints", options.starPoints);
    case "most":
    case "fewest":
      return sayHouse(topic, { points: signed(moonPoints[topic]) });
    case "solo":
      return sayHouse("solo", { values: numbers(moonPoints.solo) });
    case "passRule":
      return sayHouse(`passRule.${options.passRule}`);
    case "bonusOptional":
      return sayHouse(options.bonusOptional ? "bonusOptional.on" : "bonusOptional.off");
    case "deck":
      return sayHouse("deck", { name: deckName(options.deck) });
    case "decks":
      return sayHouse(`decks.${options.decks ?? "auto"}`);
  }
}

/** Finds the one round for which finished boxes pay otherwise, if it is just one of those that are played. */
function onlyRound(
  options: Options,
  plain: Options,
): { round: number; points: number; usually: number } | null {
  const at = (values: readonly number[], round: number): number => values[round] ?? values.at(-1) ?? 0;
  const rounds = Math.max(options.rounds, options.boxPoints.length, plain.boxPoints.length);
  const found = Array.from({ length: rounds }, (_, round) => ({
    round: round + 1,
    points: at(options.boxPoints, round),
    usually: at(plain.boxPoints, round),
  })).filter(({ points, usually }) => points !== usually);
  return found.length === 1 ? (found[0] ?? null) : null;
}

function lineOf(topic: Topic, options: Options, plain: Options): Line {
  const only = topic === "boxPoints" ? onlyRound(options, plain) : null;
  if (only !== null) {
    const { round, points } = only;
    const words = sayHouse("boxPoints.one", { round, count: Math.abs(points), points: number(points) });
    return { topic, words, usually: number(only.usually) };
  }
  return { topic, words: sayTopic(topic, options), usually: sayTopic(topic, plain) };
}

/** Words each thing in which an agreement differs from the plain rules, and those that are asked for besides. */
export function sayDifferences(options: Options, plain: Options, besides: readonly Topic[] = []): Line[] {
  const topics = differing(options, plain);
  const back = besides.filter((topic) => !topics.includes(topic) && topic !== "deck");
  return [...topics.filter((topic) => topic !== "deck"), ...back].map((topic) =>
    lineOf(topic, options, plain),
  );
}

/** Words what a host changed, a sentence for each thing. */
export function sayChange(changed: readonly Change[], after: Options): string[] {
  return changed
    .map((change) => (change === "ruleSet" ? sayHouse(`ruleSet.${after.ruleSet}`) : sayTopic(change, after)))
    .map((words) => sayHouse("sentence", { words }));
}

/** Words what is wrong with some options; what the server calls an option is called by its name here. */
export function sayWrong(problem: Problem): string {
  const { option, rule_set: ruleSet } = problem.params;
  if (option === undefined) return sayRefusal(problem);
  const topic = topicOf(String(option));
  const named = topic === null ? option : sayHouse(`name.${topic}`);
  const of = ruleSet === undefined ? {} : { rule_set: sayHouse(`ruleSet.${ruleSet}`) };
  return sayRefusal({ ...problem, params: { ...problem.params, option: named, ...of } });
}
