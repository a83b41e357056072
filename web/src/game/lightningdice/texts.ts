import { list, sayOf, type Holes } from "../../texts";
import { speech } from "../../texts/speech.svelte";
import type en from "./dice.en.json";

type Plural = "one" | "two" | "few" | "many" | "other" | "zero";
type Plain<Key extends string> = Key extends `${infer Stem}_${Plural}` ? Stem : Key;

/** Names a text of this game's own catalogue, without its plural. */
export type DiceKey = Plain<Extract<keyof typeof en, string>>;

/** Fetches the texts of this game in the language that is spoken. */
export async function bringTexts(): Promise<void> {
  await speech.bring("dice", {
    en: () => import("./dice.en.json"),
    zh: () => import("./dice.zh.json"),
  });
}

/** Words a text of this game. `count` picks its plural. */
export function sayDice(key: DiceKey, holes: Holes = {}): string {
  return sayOf("dice", key, holes);
}

export { list };
