import { type Holes, sayOf } from "../texts";
import { speech } from "../texts/speech.svelte";

/** Brings the words about days and games alone in the language of now. */
export async function bringAlone(): Promise<void> {
  await speech.bring("alone", {
    en: () => import("./alone.en.json"),
    zh: () => import("./alone.zh.json"),
  });
}

export function sayAlone(key: string, holes: Holes = {}): string {
  return sayOf("alone", key, holes);
}
