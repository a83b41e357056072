import i18next from "i18next";

import type { Problem, Refused } from "../generated/messages";
import type en from "./en.json";
import { TAGS } from "./languages";
import { speech } from "./speech.svelte";

type Plural = "zero" | "one" | "two" | "few" | "many" | "other";
type Plain<Key extends string> = Key extends `${infer Stem}_${Plural}` ? Stem : Key;

/** Names a text of the catalogue, without its plural. */
export type TextKey = Plain<Extract<keyof typeof en, string>>;
export type Holes = Readonly<Record<string, string | number>>;

/** Words a text. `count` picks its plural. */
export function say(key: TextKey, holes: Holes = {}): string {
  return sayOf("texts", key, holes);
}

/** Words a text of a catalogue that came with a part of the page. */
export function sayOf(name: string, key: string, holes: Holes = {}): string {
  return i18next.t(key, { ...holes, ns: name, lng: speech.language });
}

/** Words a text whose key comes from the server, if the catalogue has it. */
export function sayIf(key: string, holes: Holes = {}): string | null {
  return i18next.exists(key) ? sayOf("texts", key, holes) : null;
}

/** Words why something was refused; a code of a newer server falls back on its own sentence. */
export function sayRefusal(refused: Refused | Problem): string {
  const ns = "refusals";
  return i18next.exists(refused.code, { ns }) ? sayOf(ns, refused.code, refused.params) : refused.text;
}

/** Writes a list as the language does: "a, b and c". */
export function list(words: readonly string[]): string {
  return new Intl.ListFormat(TAGS[speech.language], { type: "conjunction" }).format(words);
}

/** Writes facts about one thing one after the other: "7, row 2, can be crossed". */
export function listing(words: readonly string[]): string {
  // The platform's Chinese puts nothing between facts, and they would run together.
  if (speech.language === "zh") return words.join("，");
  return new Intl.ListFormat(TAGS[speech.language], { type: "unit", style: "short" }).format(words);
}

/** Joins whole sentences as the language does; Chinese puts nothing between them. */
export function sentences(words: readonly string[]): string {
  return words.join(speech.language === "zh" ? "" : " ");
}
