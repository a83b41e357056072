import type { Options } from "../../generated/lightningdice";
import { seconds } from "./telling";
import { sayDice } from "./texts";

/** Says what a game of these options is called, in a few words. */
export function sayMode({ mode, target, cards, goal }: Options): string {
  if (mode === "standard") return sayDice("rules.standard", { target });
  if (mode === "quick") return sayDice("rules.quick", { cards });
  return sayDice("rules.practice", { goal });
}

/** Words how a race was agreed to be played, a few words for each thing; the first says which game it is. */
export function sayAgreed(options: Options, deck: string | null): readonly string[] {
  const { mode, rollMs, allowNegative, offTable } = options;
  const own = typeof options.deck === "string" ? null : (deck ?? options.deck.name);
  return [
    sayMode(options),
    sayDice("rules.roll", { seconds: seconds(rollMs, rollMs % 100 === 0 ? 1 : 2) }),
    ...(allowNegative && mode === "standard" ? [sayDice("rules.negative")] : []),
    ...(offTable > 0 ? [sayDice("rules.table", { n: offTable })] : []),
    ...(own !== null && mode !== "practice" ? [sayDice("rules.deck", { name: own })] : []),
  ];
}

/** Words what is other than it was, for who read it before. */
export function sayChanged(before: Options, after: Options, deck: string | null): readonly string[] {
  const known = new Set(sayAgreed(before, null));
  return sayAgreed(after, deck).filter((words) => !known.has(words));
}
