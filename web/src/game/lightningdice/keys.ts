import { preferences } from "../../preferences.svelte";
import { menu } from "../../table/menu.svelte";
import { say } from "../../texts";
import type { Race } from "./race.svelte";
import { sayDice } from "./texts";

type Key = { readonly keys: readonly string[]; readonly what: string };

/** Lists the keys of a race; single letters can be switched off. */
export function listed(): Readonly<Record<"plain" | "letters", readonly Key[]>> {
  return {
    plain: [
      { keys: ["1", "…", "6"], what: sayDice("keys.dice") },
      { keys: [say("keys.space")], what: sayDice("keys.roll") },
      { keys: ["Enter"], what: sayDice("keys.got") },
    ],
    letters: [
      { keys: ["B"], what: sayDice("keys.bonus") },
      { keys: ["T"], what: sayDice("keys.thunder") },
      { keys: ["?"], what: sayDice("keys.help") },
    ],
  };
}

function click(thing: string): boolean {
  const found = document.querySelector<HTMLElement>(`main [data-thing="${thing}"]`);
  found?.click();
  return found !== null;
}

/** Lets the whole race be played by keys: 1 to 6 keep, space rolls, enter calls. */
export function hearKey(event: KeyboardEvent, race: Race): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const target = event.target as Element;
  if (target.closest("input, textarea, select, [contenteditable]") !== null) return;
  if (document.querySelector("dialog[open]") !== null) return;
  const now = performance.now();
  // A button that has the focus keeps space and enter for itself, unless it is one of the dice.
  const button = target.closest("button, a");
  const free =
    button === null || button.matches("[data-thing^='die-'], [data-thing='roll'], [data-thing='call-got']");
  if (event.key === " " && free) race.roll(now);
  else if (event.key === "Enter" && free) race.call("got", 0, now);
  else if (/^[1-6]$/.test(event.key)) race.toggle(Number(event.key) - 1);
  else if (!preferences.letters) return;
  else if (event.key.toLowerCase() === "b") race.call("bonus", 0, now);
  else if (event.key.toLowerCase() === "t") click("call-thunder");
  else if (event.key === "?") menu.open = "keys";
  else return;
  event.preventDefault();
}
