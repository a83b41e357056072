import { type Holes, sayOf } from "../texts";
import { speech } from "../texts/speech.svelte";

/** Brings the words of house rules in the language of now. */
export async function bringHouse(): Promise<void> {
  await speech.bring("house", {
    en: () => import("./house.en.json"),
    zh: () => import("./house.zh.json"),
  });
}

/** Words something about house rules, once their catalogue was brought. */
export function sayHouse(key: string, holes: Holes = {}): string {
  return sayOf("house", key, holes);
}
