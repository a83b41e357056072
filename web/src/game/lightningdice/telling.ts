import type { ClaimSettled, GameTold } from "../../generated/lightningdice";
import type { Lobby } from "../../generated/messages";
import { nameOf } from "../../table/seats";
import { speech } from "../../texts/speech.svelte";
import { sayGoal } from "./goal";
import { sayDice, type DiceKey } from "./texts";

/** Is a text that has a second form for the own seat, so that no language must bend "you" like a name. */
type TwoForms = Extract<DiceKey, `told.${string}.you`> extends `${infer Stem}.you` ? Stem : never;

/** Writes milliseconds as seconds, as exactly as a verdict wants them. */
export function seconds(ms: number, digits = 2): string {
  const number = new Intl.NumberFormat(speech.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return sayDice("seconds", { seconds: number.format(ms / 1000) });
}

/** Words what was told; nothing for what the page shows well enough itself: rolls come by the dozen. */
export function wordTold(told: GameTold, lobby: Lobby | null, you: number | null): string | null {
  switch (told.t) {
    case "flipped":
      return sayDice("told.flipped", { goal: sayGoal(told.sides) });
    case "goalReopened":
      return sayDice("told.reopened");
    case "countBegan":
      return sayDice("told.countBegan");
    case "cameToRest":
      return told.seat === you
        ? sayDice("told.rest", { values: told.values.filter(Boolean).join(" ") })
        : null;
    case "claimSettled":
      return wordVerdict(told, lobby, you);
    case "claimBlocked":
      return sayDice("told.notYet");
    case "cardsShuffled":
      return sayDice("told.shuffled");
    case "gameEnded":
      return sayDice("told.ended");
    default:
      return null;
  }
}

function wordVerdict(told: ClaimSettled, lobby: Lobby | null, you: number | null): string {
  const of = (key: TwoForms, seat = told.seat): string =>
    sayDice(seat === you ? `${key}.you` : key, {
      name: nameOf(lobby, seat),
      other: nameOf(lobby, told.number),
      n: told.number,
      count: Math.abs(told.scored),
    });
  if (told.verdict === "late") return of("told.late");
  if (told.verdict !== "valid")
    return of(told.call === "got" && told.scored < 0 ? "told.false" : "told.nothing");
  if (told.call === "bonus") return of("told.bonus");
  if (told.call === "thunder") return told.number === you ? of("told.struck", you) : of("told.thunder");
  return of("told.got");
}

/** Names the seat that something told is about. */
export function seatOf(told: GameTold): number | null {
  return "seat" in told ? told.seat : null;
}
