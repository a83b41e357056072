import i18next from "i18next";

import refusals from "../generated/refusals.en.json";
import type { Problem, Refused } from "../generated/messages";
import en from "./en.json";

type Plural = "zero" | "one" | "two" | "few" | "many" | "other";
type Plain<Key extends string> = Key extends `${infer Stem}_${Plural}` ? Stem : Key;

/** Names a text of the catalogue, without its plural. */
export type TextKey = Plain<Extract<keyof typeof en, string>>;
export type Holes = Readonly<Record<string, string | number>>;

void i18next.init({
  lng: "en",
  fallbackLng: "en",
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  resources: { en: { texts: en, refusals } },
  defaultNS: "texts",
  // Texts are set as text, never as markup; holes look as they do in the server's refusals.
  interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
});

/** Words a text. `count` picks its plural. */
export function say(key: TextKey, holes: Holes = {}): string {
  return i18next.t(key, holes);
}

/** Words a text whose key comes from the server, if the catalogue has it. */
export function sayIf(key: string, holes: Holes = {}): string | null {
  return i18next.exists(key) ? i18next.t(key, holes) : null;
}

/** Words why something was refused; a code of a newer server falls back on its own sentence. */
export function sayRefusal(refused: Refused | Problem): string {
  const ns = "refusals";
  return i18next.exists(refused.code, { ns })
    ? i18next.t(refused.code, { ns, ...refused.params })
    : refused.text;
}

/** Writes a list as the language does: "a, b and c". */
export function list(words: readonly string[]): string {
  return new Intl.ListFormat(i18next.language, { type: "conjunction" }).format(words);
}

/** Writes facts about one thing one after the other: "7, row 2, can be crossed". */
export function listing(words: readonly string[]): string {
  return new Intl.ListFormat(i18next.language, { type: "unit", style: "short" }).format(words);
}
