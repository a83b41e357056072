import type { Options as Race } from "../generated/lightningdice";
import type { Options } from "../generated/luckybox";
import { bringTexts as bringDice, sayDice } from "../game/lightningdice/texts";
import { bringHouse, sayHouse } from "../house/house";
import { type Change, changesOf } from "../game/luckybox/house/topics";
import { sayChange } from "../game/luckybox/house/words";
import type { Lobby, LobbySeat, TableSettings } from "../generated/messages";
import { announcer } from "../table/announcer.svelte";
import { list, say } from "../texts";

/** Says whether two ways of keeping a table are the same. */
export function sameSettings(a: TableSettings, b: TableSettings): boolean {
  const same = a.listed === b.listed && a.actSeconds === b.actSeconds && a.absent === b.absent;
  return same && a.chat === b.chat && a.evenLines === b.evenLines;
}

function seatOf(lobby: Lobby, seat: number | null): LobbySeat | undefined {
  return lobby.seats.find((one) => one.seat === seat);
}

/** Words what changed at a table between two lobbies: who came, who went, who is host now. */
export function wordChanges(before: Lobby, after: Lobby): string[] {
  const words: string[] = [];
  for (const { seat, name, bot } of after.seats) {
    const was = seatOf(before, seat);
    if (was === undefined || (was.bot === null) !== (bot === null)) words.push(say("lobby.came", { name }));
  }
  for (const { seat, name } of before.seats) {
    if (seatOf(after, seat) === undefined) words.push(say("lobby.went", { name }));
  }
  const host = seatOf(after, after.host);
  if (host !== undefined && before.host !== null && before.host !== after.host) {
    const yours = after.host === after.you;
    words.push(say(yours ? "lobby.passed.you" : "lobby.passed", { name: host.name }));
  }
  return words;
}

/** Follows a table's lobby: what is new in it, and whether the own agreement was withdrawn by a change. */
export class LobbyChanges {
  latest: readonly string[] = $state.raw([]);
  asked = $state(false); // the host changed how the table is kept, and this seat hasn't agreed yet
  changed: readonly Change[] = $state.raw([]); // in the rules, since this seat agreed or came
  #before: Lobby | null = null;

  hear(lobby: Lobby): void {
    const before = this.#before;
    this.#before = lobby;
    if (before === null) return;
    const words = wordChanges(before, lobby);
    if (words.length > 0) {
      this.latest = words;
      for (const one of words) announcer.say(one);
    }
    const ready = seatOf(lobby, lobby.you)?.ready ?? false;
    const anew = this.#hearRules(before, lobby);
    if (ready) {
      this.asked = false;
      this.changed = [];
    } else if (lobby.you !== null && (anew || !sameSettings(before.settings, lobby.settings))) {
      this.asked = true;
    }
  }

  /** Keeps in mind which rules are other ones than those that were read, and says so; tells whether any are. */
  #hearRules(before: Lobby, lobby: Lobby): boolean {
    if (lobby.game === "lightningdice") return this.#hearRace(before, lobby);
    const was = before.options as Options;
    const now = lobby.options as Options;
    const told = JSON.stringify(was) === JSON.stringify(now) ? [] : changesOf(was, now);
    // Of an own deck only the name stands in the options; its hash tells one from another.
    const dealt: readonly Change[] = before.deck?.hash === lobby.deck?.hash ? [] : ["deck"];
    const changed = told.includes("ruleSet") ? told : [...new Set([...told, ...dealt])];
    if (changed.length === 0) return false;
    this.changed = [...new Set([...this.changed, ...changed])];
    void bringHouse().then(() => {
      const host = seatOf(lobby, lobby.host);
      const words = host === undefined ? [] : [sayHouse("changed", { name: host.name })];
      for (const one of [...words, ...sayChange(changed, now)]) announcer.say(one);
    });
    return true;
  }

  /** Says what of a race is played otherwise from now on; tells whether anything is. */
  #hearRace(before: Lobby, lobby: Lobby): boolean {
    const same = JSON.stringify(before.options) === JSON.stringify(lobby.options);
    if (same && before.deck?.hash === lobby.deck?.hash) return false;
    const [was, now] = [before.options as Race, lobby.options as Race];
    void Promise.all([import("../game/lightningdice/agreed"), bringDice()]).then(([{ sayChanged }]) => {
      const words = sayChanged(was, now, lobby.deck?.name ?? null);
      announcer.say(
        sayDice("rules.changed", { words: list(words.length > 0 ? words : [sayDice("rules.title")]) }),
      );
    });
    return true;
  }
}
