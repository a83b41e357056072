import type { TableTold } from "../generated/clock";
import type { Lobby } from "../generated/messages";
import { say, sayIf } from "../texts";

// Written out so that a new one can't be forgotten: the type asks for every name.
const NAMES: Readonly<Record<TableTold["t"], true>> = {
  absentSet: true,
  agreed: true,
  away: true,
  back: true,
  givenBack: true,
  left: true,
  moved: true,
  paused: true,
  resumed: true,
  rulesChanged: true,
  takenOver: true,
  timeBegan: true,
};

/** Tells what happened to the table itself from what happened in the game. */
export function isTableTold(told: unknown): told is TableTold {
  const name = (told as { readonly t: string }).t;
  return Object.hasOwn(NAMES, name);
}

/** Names a bot as the catalogue does. */
export function botName(bot: string): string {
  return sayIf(`bot.${bot}`) ?? bot;
}

/** Words what becomes of the seat of somebody who isn't there. */
export function sayAbsent(absent: string): string {
  if (absent === "wait" || absent === "pass") return say(`absent.${absent}`);
  return say("absent.bot", { bot: botName(absent) });
}

/** Words what was told of the table itself; nothing for what the page shows well enough. */
export function wordCompany(told: TableTold, lobby: Lobby | null, you: number | null): string | null {
  const name = (seat: number): string =>
    lobby?.seats.find((one) => one.seat === seat)?.name ?? say("lobby.seat", { seat });
  switch (told.t) {
    case "away":
    case "back":
    case "left":
      return told.seat === you ? null : say(`company.${told.t}`, { name: name(told.seat) });
    case "takenOver":
      return told.by === "pass"
        ? say("company.passed", { name: name(told.seat) })
        : say("company.takenOver", { name: name(told.seat), bot: botName(told.by) });
    case "givenBack":
      return told.seat === you
        ? say("company.givenBack.you")
        : say("company.givenBack", { name: name(told.seat) });
    case "paused":
      return told.by === null ? say("pause.nobody") : say("pause.by", { name: name(told.by) });
    case "resumed":
      return say("company.resumed");
    case "rulesChanged":
      return say("company.rulesChanged");
    case "absentSet":
      return sayAbsent(told.absent);
    case "agreed":
    case "moved":
    case "timeBegan":
      return null;
  }
}

/** Names the seat that something told of the table is about. */
export function companySeat(told: TableTold): number | null {
  return "seat" in told ? told.seat : null;
}
