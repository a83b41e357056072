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
