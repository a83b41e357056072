import { sayOf, type Holes } from "../texts";
import { speech } from "../texts/speech.svelte";
import type en from "./look.en.json";

type Plain<Key extends string> = Key extends `${infer Stem}_${"one" | "other"}` ? Stem : Key;
export type LookKey = Plain<Extract<keyof typeof en, string>>;

/** Brings the words of looking back in the language of now. */
export async function bringLook(): Promise<void> {
  await speech.bring("look", {
    en: () => import("./look.en.json"),
    zh: () => import("./look.zh.json"),
  });
}

export function sayLook(key: LookKey, holes: Holes = {}): string {
  return sayOf("look", key, holes);
}
