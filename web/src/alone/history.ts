import type { Solo, Trials } from "../generated/days";
import { sayIf } from "../texts";
import { speech } from "../texts/speech.svelte";
import { sayAlone } from "./alone";

/** Is one game alone: of Lucky Box with its points, of Lightning Dice with its time. */
export type PastGame = {
  readonly watch: string;
  readonly value: number;
  readonly title: number | null;
  readonly ended: number;
  readonly day: string | null;
  readonly bests: boolean; // better than all before it
};

/** Is what somebody did alone in games that can be compared with each other. */
export type History = {
  readonly key: string;
  readonly name: string;
  readonly timed: boolean; // less is better
  readonly titles: readonly number[];
  readonly best: number;
  readonly mean: number;
  readonly count: number;
  readonly games: readonly PastGame[]; // newest first
};

/** Writes milliseconds as seconds, to the hundredth. */
export function wordTime(ms: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return sayAlone("solo.seconds", {
    seconds: new Intl.NumberFormat(speech.language, digits).format(ms / 1000),
  });
}

/** Writes what came out of a game. */
export function wordValue({ timed }: History, value: number): string {
  return timed ? wordTime(value) : String(value);
}

export function historyOfSolo(solo: Solo): History {
  return {
    key: solo.ruleSet,
    name: sayIf(`ruleSet.${solo.ruleSet}`) ?? solo.ruleSet,
    timed: false,
    titles: solo.titles,
    best: solo.best,
    mean: Math.round(solo.sum / solo.count),
    count: solo.count,
    games: solo.games.map(({ total, before, ...game }) => ({
      ...game,
      value: total,
      bests: before !== null && total > before,
    })),
  };
}

export function historyOfTrials(trials: Trials): History {
  return {
    key: `trial ${trials.cards}`,
    name: sayAlone("trial.name", { count: trials.cards }),
    timed: true,
    titles: [],
    best: trials.best,
    mean: Math.round(trials.sum / trials.count),
    count: trials.count,
    games: trials.games.map(({ watch, time, ended, before }) => ({
      ...{ watch, ended, value: time, title: null, day: null },
      bests: before !== null && time < before,
    })),
  };
}
