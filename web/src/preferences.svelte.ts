import { MediaQuery } from "svelte/reactivity";

import { CODES, type Language } from "./texts/languages";

export type Scheme = "auto" | "light" | "dark";
export type Motion = "auto" | "still";
export type Contrast = "auto" | "more";

const KEY = "boltbox";
const FIRST = {
  scheme: "auto" as Scheme,
  motion: "auto" as Motion,
  contrast: "auto" as Contrast,
  language: null as Language | null, // as the browser asks
  muted: false,
  pressDone: false, // *Done* waits for a press instead of coming by itself
  letters: true, // single letters are keys of the table
  guided: false, // the first-game guide was seen or skipped
  raced: false, // the three steps of a first race were done or hidden
  shake: null as boolean | null, // a shake of the phone rolls; null: where the phone needn't ask
  named: false, // the person was asked for name and colour
};

function load(): typeof FIRST {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<typeof FIRST>;
    const language = CODES.find((code) => code === kept.language) ?? null;
    return { ...FIRST, ...kept, language };
  } catch {
    return FIRST; // a browser that keeps nothing is welcome too
  }
}

const still = new MediaQuery("(prefers-reduced-motion: reduce)");
const more = new MediaQuery("(prefers-contrast: more)");

/** Is what a person prefers, remembered by the browser. What the device prefers counts where they don't say. */
export const preferences = $state(load());

let known = ""; // as another tab wrote it

$effect.root(() => {
  $effect(() => {
    showPreferences();
    const now = JSON.stringify(preferences);
    if (now === known) return;
    try {
      localStorage.setItem(KEY, now);
    } catch {
      // it holds until the page is closed
    }
  });
});

// What is set in one tab holds in all.
addEventListener("storage", (event) => {
  if (event.key !== KEY && event.key !== null) return;
  Object.assign(preferences, load());
  known = JSON.stringify(preferences);
});

/** Puts colours, motion and contrast on the page; the styles do the rest. */
export function showPreferences(): void {
  const { dataset } = document.documentElement;
  if (preferences.scheme === "auto") delete dataset["scheme"];
  else dataset["scheme"] = preferences.scheme;
  if (prefersStill()) dataset["motion"] = "still";
  else delete dataset["motion"];
  if (preferences.contrast === "more" || more.current) dataset["contrast"] = "more";
  else delete dataset["contrast"];
}

export function prefersStill(): boolean {
  return preferences.motion === "still" || still.current;
}
