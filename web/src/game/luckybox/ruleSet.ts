import { getContext, setContext } from "svelte";

import type { Options, RuleSetName } from "../../generated/luckybox";
import type { Lobby } from "../../generated/messages";

const HERE = Symbol("rule set");

/** Names the rule set that a table plays, from what was agreed there. */
export function ruleSetOf(lobby: Lobby | null): RuleSetName {
  const options = lobby?.options as Partial<Options> | null | undefined;
  return options?.ruleSet ?? "classic";
}

/** Tells everything inside a component which rule set is played. */
export function giveRuleSet(name: () => RuleSetName): void {
  setContext(HERE, name);
}

/** Is the rule set that is played around a component: what a printed code means depends on it. */
export function ruleSetHere(): () => RuleSetName {
  return getContext<(() => RuleSetName) | undefined>(HERE) ?? (() => "classic");
}
