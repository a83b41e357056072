import type { RuleSetName } from "../generated/luckybox";
import { otherwise } from "./rules";

/** Names the rule behind a refusal; those that speak of no rule of the game have none. */
const RULES: Readonly<Record<string, string>> = {
  wrong_count: "LB-1.2",
  too_many_boxes: "LB-6.2",
  already_answered: "LB-3.7",
  not_your_box: "LB-3.1",
  already_crossed: "LB-3.1",
  needs_lightning: "LB-3.2",
  say_lightning: "LB-3.2",
  no_lightning_needed: "LB-3.6",
  too_far: "LB-3.2",
  needs_question: "LB-3.6",
  bonus_first: "LB-4.2",
  no_such_bonus: "LB-4.3",
  bonus_differs: "LB-4.3",
  must_cross: "LB-3.4",
  must_take_bonus: "LB-4.5",
  nothing_to_take_back: "LB-3.5",
  time_ran_out: "LB-3.8",
  answer_first: "LB-3.7",
  count_in: "LD-2.7",
  goal_closed: "LD-2.6",
  still_rolling: "LD-2.3",
  all_kept: "LD-2.5",
  no_die_rests: "LD-2.3",
  not_at_rest: "LD-2.3",
};

/** Names the rule behind a refusal; where the rule set played has it otherwise, the one that it has. */
export function ruleOf(code: string, ruleSet: RuleSetName = "classic"): string | null {
  const rule = RULES[code] ?? null;
  return rule !== null && ruleSet === "chengdu" ? otherwise(rule) : rule;
}
