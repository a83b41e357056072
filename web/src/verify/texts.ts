import { sayOf, type Holes } from "../texts";
import { speech } from "../texts/speech.svelte";

/** Brings the words of this part of the page, in the language that is spoken now. */
export function bringWords(): Promise<void> {
  return speech.bring("verify", {
    en: () => import("./verify.en.json"),
    zh: () => import("./verify.zh.json"),
  });
}

/** Words a text of this part of the page. */
export function tell(key: string, holes: Holes = {}): string {
  return sayOf("verify", key, holes);
}
