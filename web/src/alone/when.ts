import { say } from "../texts";
import { TAGS } from "../texts/languages";
import { speech } from "../texts/speech.svelte";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Is noon of a day of UTC, so that no rounding leads to another day. */
const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** Writes a day of UTC as the language does; the device's own zone and clock don't matter. */
export function wordDay(day: string, style: "full" | "long" | "medium" = "long"): string {
  const words = new Intl.DateTimeFormat(TAGS[speech.language], { dateStyle: style, timeZone: "UTC" });
  return words.format(noon(day));
}

/** Names month, number and day of the week of a day, as on the leaf of a calendar. */
export function leafOf(day: string): { month: string; number: string; weekday: string } {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(TAGS[speech.language], { ...options, timeZone: "UTC" }).format(noon(day));
  return {
    month: part({ month: "long" }),
    number: String(noon(day).getUTCDate()),
    weekday: part({ weekday: "long" }),
  };
}

/** Names the day before. */
export function dayBefore(day: string): string {
  return new Date(noon(day).getTime() - DAY).toISOString().slice(0, 10);
}

/** Writes when something was, on this device's calendar: one's own games are one's own days. */
export function wordInstant(instant: number): string {
  return new Intl.DateTimeFormat(TAGS[speech.language], { dateStyle: "medium", timeStyle: "short" }).format(
    instant,
  );
}

/** Words how much time is left, in whole minutes; the last one counts. */
export function wordLeft(left: number): string {
  const minutes = Math.max(1, Math.ceil(left / MINUTE));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return say("time.minutes", { minutes });
  return say("time.hours", { hours, minutes: minutes % 60 });
}
