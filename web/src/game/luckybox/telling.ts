import type { GameTold, Refilled } from "../../generated/luckybox";
import type { Lobby } from "../../generated/messages";
import type { Holes, TextKey } from "../../texts";
import { say, sentences } from "../../texts";
import { ruleSetOf } from "./ruleSet";
import { nameOf, sayCode, signed } from "./view";

/** Is a text that has a second form for the own seat, so that no language must bend "you" like a name. */
type TwoForms = Extract<TextKey, `told.${string}.you`> extends `${infer Stem}.you` ? Stem : never;

/** Words what was told; nothing for what the page shows well enough itself. */
export function wordTold(told: GameTold, lobby: Lobby | null, you: number | null): string | null {
  const of = (key: TwoForms, seat: number, holes: Holes = {}): string =>
    say(seat === you ? `${key}.you` : key, { name: nameOf(lobby, seat), ...holes });
  switch (told.t) {
    case "gameStarted":
      return say("told.gameStarted");
    case "boxesOffered":
      return say("told.boxesOffered");
    case "ready":
      return of("told.ready", told.seat);
    case "choiceTakenBack":
      return of("told.choiceTakenBack", told.seat);
    case "kept":
      return of("told.kept", told.seat, { count: told.boxes.length });
    case "offersShrank":
      return say("told.offersShrank", { size: told.size });
    case "wentWithout":
      return of("told.wentWithout", told.seat);
    case "pileShuffled":
      return say("told.pileShuffled");
    case "roundBegan":
      return say("told.roundBegan", { round: told.round });
    case "numberDrawn":
      return say("told.numberDrawn", { number: told.number });
    case "crossed": {
      const holes = { number: told.number, count: told.price };
      if (told.way === "lightning") return of("told.lightning", told.seat, holes);
      if (told.way === "question") return of("told.question", told.seat, holes);
      return of(told.way === "bonus" ? "told.bonus" : "told.crossed", told.seat, holes);
    }
    case "passed":
      return of("told.passed", told.seat);
    case "lineCompleted":
      return of("told.lineCompleted", told.seat, { what: sayCode(told.code, ruleSetOf(lobby)) });
    case "bonusLost":
      return of("told.bonusLost", told.seat);
    case "bonusDeclined":
      return of("told.bonusDeclined", told.seat);
    case "boxFinished":
      return of("told.boxFinished", told.seat, { count: told.points });
    case "takenBack":
      return of("told.takenBack", told.seat);
    case "timeRanOut":
      return of("told.timeRanOut", told.seat);
    case "roundScored":
      return say("told.roundScored", { round: told.round });
    case "gameEnded":
      return say("told.gameEnded");
    case "moonsShuffled":
      return say("told.moonsShuffled");
    case "moonDrawn":
      return of("told.moonDrawn", told.seat, { value: signed(told.value) });
    case "refillBegan":
      return say("told.refillBegan", { round: told.round });
    case "refilled":
      return wordRefilled(told, of);
    case "blindTaken": {
      const own = you === null ? 0 : (told.boxes[you - 1]?.length ?? 0);
      const all = told.boxes.reduce((sum, boxes) => sum + boxes.length, 0);
      return own > 0 ? say("told.blindTaken.you", { count: own }) : say("told.blindTaken", { count: all });
    }
    case "choiceChanged":
    case "confirmSet":
    case "tokensTaken":
    case "bonusWaits":
    case "doneSaid":
    case "drawClosed":
    case "refillChanged":
    case "playedSet":
      return null;
  }
}

/** Words what a seat gave away and laid out of its reserve, if anything. */
function wordRefilled(
  { seat, discarded, taken }: Refilled,
  of: (key: TwoForms, seat: number, holes: Holes) => string,
): string | null {
  const words: string[] = [];
  if (discarded.length > 0) words.push(of("told.discarded", seat, { count: discarded.length }));
  if (taken.length > 0) words.push(of("told.taken", seat, { count: taken.length }));
  return words.length > 0 ? sentences(words) : null;
}

/** Names the seat that something told is about. */
export function seatOf(told: GameTold): number | null {
  return "seat" in told ? told.seat : null;
}
