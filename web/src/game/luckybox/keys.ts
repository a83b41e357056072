import { preferences } from "../../preferences.svelte";
import { announcer } from "../../table/announcer.svelte";
import { menu } from "../../table/menu.svelte";
import { say } from "../../texts";

const PLACE = ".place:not([inert])";
const FREE = `${PLACE} button.cell.glows, ${PLACE} .pick`;
const PRICED = `${PLACE} button.cell.priced`;

function press(thing: string): boolean {
  const found = document.querySelector<HTMLElement>(
    `main [data-thing="${thing}"]:not([aria-disabled="true"])`,
  );
  found?.click();
  return found !== null;
}

/** Moves focus to the next of such things after the one that has it, round and round. */
function next(by: 1 | -1, what: string): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(what)];
  const now = document.activeElement;
  const behind = all.filter((one) => {
    const side = now === null ? 0 : now.compareDocumentPosition(one);
    return (side & (by === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING)) !== 0;
  });
  const found = by === 1 ? (behind[0] ?? all[0]) : (behind.at(-1) ?? all.at(-1));
  found?.focus();
  return found !== undefined;
}

function box(number: number): boolean {
  const place = document.querySelectorAll(PLACE)[number - 1];
  const found = place?.querySelector<HTMLElement>("button.cell[tabindex='0'], .pick");
  found?.focus();
  return found !== undefined && found !== null;
}

/** Says again which number came, and what is asked. */
function sayAgain(): boolean {
  const number = document.querySelector(".holder")?.getAttribute("aria-label");
  const asked = document.querySelector("[data-kind] p, .choosing h1, .refill h1")?.textContent.trim();
  for (const words of [number, asked]) {
    if (words) announcer.say(say("ask.spoken", { words }));
  }
  return true;
}

function letter(key: string): boolean {
  if (/^[1-9]$/.test(key)) return box(Number(key));
  switch (key.toLowerCase()) {
    case "n":
      return next(key === "N" ? -1 : 1, FREE) || next(key === "N" ? -1 : 1, PRICED);
    case "b":
      return next(key === "B" ? -1 : 1, PRICED);
    case "d":
      return press("done") || press("choose") || press("refill");
    case "p":
      return press("pass") || press("decline");
    case "h":
      return press("handOn");
    case "a":
      return sayAgain();
    case "r":
      menu.showRule(menu.hint);
      return true;
    case "?":
      menu.open = "keys";
      return true;
    default:
      return false;
  }
}

/** Lets the whole game be played by keys. */
export function hearKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element;
  if (target.closest("input, textarea, select, [contenteditable]") !== null) return;
  if (document.querySelector("dialog[open]") !== null) return;
  const done =
    event.key === "Backspace"
      ? press(event.shiftKey ? "takeBackAll" : "takeBack")
      : preferences.letters && letter(event.key);
  if (done) event.preventDefault();
}
