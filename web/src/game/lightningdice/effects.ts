import { confetti } from "../../art/confetti";
import type { GameTold } from "../../generated/lightningdice";
import { sound } from "../../sound/sound";
import type { DiceTable } from "./race.svelte";

/** Gives what is told its sound and its small show. Nothing waits for any of it. */
export function listenForEffects(table: DiceTable): () => void {
  return table.hearing.listen((told: GameTold) => {
    const mine = "seat" in told && told.seat === table.you;
    switch (told.t) {
      case "flipped":
        sound.flip();
        return;
      case "rolled":
        if (mine) sound.throw(told.dice.length);
        return;
      case "cameToRest":
        if (mine) sound.rest(told.dice.length);
        return;
      case "kept":
        if (mine) sound.keep();
        return;
      case "claimWaits":
        sound.call();
        return;
      case "claimBlocked":
        sound.no();
        return;
      case "claimSettled":
        if (told.verdict === "valid" && told.call === "thunder") sound.thunder();
        else if (told.verdict === "valid" && mine) sound.finish();
        else if (told.verdict === "valid") sound.token();
        else if (mine) sound.loss();
        return;
      case "gameEnded": {
        const seats = Object.keys(table.parts).filter((name) => /^seat\d/.test(name));
        const at = seats.map((name) => Number(name.slice(4))).sort((a, b) => a - b);
        const place = table.you === null ? null : told.outcome.places[at.indexOf(table.you)];
        if (place === 1) void confetti("big");
        if (place === 1 || table.you === null) sound.win();
        else sound.finish();
        return;
      }
      default:
        return;
    }
  });
}
