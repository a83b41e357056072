import { sayOf, type Holes } from "../texts";
import { speech } from "../texts/speech.svelte";

export type Picture = "cross" | "ring" | "line" | "tiles" | "chain" | "boxes" | "stars" | "moons" | "titles";
export type Rule = { readonly id: string; readonly picture: Picture | null };
export type Chapter = { readonly id: string; readonly rules: readonly Rule[] };

/** Says how many rules each chapter of classic has: LB-1 has six. */
const COUNTS = [6, 4, 8, 7, 3, 4, 7, 4, 2];

const PICTURES: Readonly<Record<string, Picture>> = {
  "LB-3.1": "cross",
  "LB-3.2": "ring",
  "LB-4.1": "line",
  "LB-4.3": "tiles",
  "LB-4.4": "chain",
  "LB-5.1": "boxes",
  "LB-6.1": "stars",
  "LB-7.3": "moons",
  "LB-7.5": "titles",
};

export const CHAPTERS: readonly Chapter[] = COUNTS.map((count, i) => {
  const id = `LB-${i + 1}`;
  const rules = Array.from({ length: count }, (_, n) => {
    const rule = `${id}.${n + 1}`;
    return { id: rule, picture: PICTURES[rule] ?? null };
  });
  return { id, rules };
});

// The rules that `chengdu` has otherwise.
const OTHERWISE = "1.2 1.3 2.2 3.2 3.4 3.6 4.3 4.6 4.8 5.1 5.2 6.1 6.2 6.5 7.1 7.2 7.3 7.4".split(" ");
const CHENGDU = "chengdu-";

/** Is what `chengdu` does otherwise, each rule under the number that it has in classic. */
export const DIFFERENCES: Chapter = {
  id: "chengdu",
  rules: OTHERWISE.map((rule) => ({ id: `${CHENGDU}LB-${rule}`, picture: null })),
};

/** Is the rule that `chengdu` has instead of one of classic, or that one, where they agree. */
export function otherwise(rule: string): string {
  const id = `${CHENGDU}${rule}`;
  return DIFFERENCES.rules.some((one) => one.id === id) ? id : rule;
}

/** Is the number of a rule, as it is shown. */
export const numberOf = (id: string): string => id.replace(CHENGDU, "");

/** Brings the words of the rules in the language of now. */
export async function bringRules(): Promise<void> {
  await speech.bring("rules", {
    en: () => import("./rules.en.json"),
    zh: () => import("./rules.zh.json"),
  });
}

export function sayRule(key: string, holes: Holes = {}): string {
  return sayOf("rules", key, holes);
}
