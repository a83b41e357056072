import { sayOf, type Holes } from "../texts";
import { speech } from "../texts/speech.svelte";

export type Picture = "cross" | "ring" | "line" | "tiles" | "chain" | "boxes" | "stars" | "moons" | "titles";
export type Rule = { readonly id: string; readonly picture: Picture | null };
export type Chapter = { readonly id: string; readonly rules: readonly Rule[] };

/** Says how many rules each chapter has: LB-1 has six. LD-6, of tournaments, isn't played yet. */
const COUNTS: Readonly<Record<string, number>> = {
  ...{ "LB-1": 6, "LB-2": 4, "LB-3": 8, "LB-4": 7, "LB-5": 3, "LB-6": 4, "LB-7": 7, "LB-8": 4, "LB-9": 2 },
  ...{ "LD-1": 4, "LD-2": 8, "LD-3": 9, "LD-4": 3, "LD-5": 5, "LD-7": 6 },
};

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

function chapters(game: string): readonly Chapter[] {
  return Object.entries(COUNTS)
    .filter(([id]) => id.startsWith(game))
    .map(([id, count]) => {
      const rules = Array.from({ length: count }, (_, n) => {
        const rule = `${id}.${n + 1}`;
        return { id: rule, picture: PICTURES[rule] ?? null };
      });
      return { id, rules };
    });
}

export const CHAPTERS = chapters("LB");
export const DICE_CHAPTERS = chapters("LD");

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

/** Is the rules of one game, in chapters; each book brings its own words. */
export type Book = {
  readonly game: "luckybox" | "lightningdice";
  readonly catalogue: "rules" | "diceRules";
  readonly chapters: readonly Chapter[];
};

export const BOOKS = {
  luckybox: { game: "luckybox", catalogue: "rules", chapters: [...CHAPTERS, DIFFERENCES] },
  lightningdice: { game: "lightningdice", catalogue: "diceRules", chapters: DICE_CHAPTERS },
} as const satisfies Record<string, Book>;

/** Is the book that a rule stands in; without a rule, that of a game, or of the first one. */
export function bookOf(rule: string | null, game: string | null): Book {
  if (rule !== null) return rule.startsWith("LD") ? BOOKS.lightningdice : BOOKS.luckybox;
  return game === "lightningdice" ? BOOKS.lightningdice : BOOKS.luckybox;
}

const WORDS = {
  rules: { en: () => import("./rules.en.json"), zh: () => import("./rules.zh.json") },
  diceRules: { en: () => import("./dice.en.json"), zh: () => import("./dice.zh.json") },
} as const;

/** Brings the words of a book in the language of now, and what stands round every book. */
export async function bringRules({ catalogue }: Book): Promise<void> {
  await Promise.all([
    speech.bring(catalogue, WORDS[catalogue]),
    speech.bring("labels", { en: () => import("./labels.en.json"), zh: () => import("./labels.zh.json") }),
  ]);
}

export function sayRule({ catalogue }: Book, key: string, holes: Holes = {}): string {
  return sayOf(catalogue, key, holes);
}

/** Words what stands round the rules of every game. */
export function sayLabel(key: string, holes: Holes = {}): string {
  return sayOf("labels", key, holes);
}
