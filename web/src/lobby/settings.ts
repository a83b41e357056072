import type { TableSettings } from "../generated/messages";
import { sayAbsent } from "../table/telling";
import { say } from "../texts";

/** Lists the times for a question that the page offers; the server takes any from 10 to 600 seconds. */
export const TIMES: readonly (number | null)[] = [null, 20, 45, 90, 300];

const MINUTE = 60;

export function sayTime(seconds: number | null): string {
  if (seconds === null) return say("arrange.time.none");
  if (seconds % MINUTE === 0) return say("arrange.time.minutes", { count: seconds / MINUTE });
  return say("arrange.time.seconds", { count: seconds });
}

/** Words how a table is kept, a sentence for each thing that was arranged. */
export function saySettings(
  settings: TableSettings,
  race = false, // where nobody is asked, and so nobody takes too long
): readonly { icon: "clock" | "door" | "talk" | "eye"; words: string }[] {
  return [
    ...(race ? [] : [{ icon: "clock" as const, words: sayTime(settings.actSeconds) }]),
    { icon: "door", words: sayAbsent(settings.absent) },
    { icon: "talk", words: say(settings.chat ? "arrange.chat.on" : "arrange.chat.off") },
    { icon: "eye", words: say(settings.listed ? "arrange.listed.on" : "arrange.listed.off") },
  ];
}
