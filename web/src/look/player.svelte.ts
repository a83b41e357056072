import type { TableTold } from "../generated/clock";
import type { GameTold as DiceTold } from "../generated/lightningdice";
import type { GameParts, GameTold } from "../generated/luckybox";
import type { Lobby } from "../generated/messages";
import { announcer } from "../table/announcer.svelte";
import { Hearing } from "../table/hearing";
import type { News } from "../table/news.svelte";
import { companySeat, isTableTold, wordCompany } from "../table/telling";
import { seatOf, wordTold } from "../game/luckybox/telling";
import type { LuckyTable } from "../game/luckybox/view";
import { sentences } from "../texts";
import { past } from "./api";
import { Film, lobbyOf, type Shot } from "./film";
import { diceMarksOf, drawAt, marksOf, type Draw, type Marks } from "./marks";
import { sayLook } from "./texts";

export type Eyes = number | null; // a seat's; null: of everybody
export const SPEEDS = [1, 2, 4] as const;
export const STEP_MS = 1_000;

/** Is how a game words what was told. */
type Voice = {
  word(told: unknown, lobby: Lobby | null, you: number | null): string | null;
  seat(told: unknown): number | null;
};

const LUCKY: Voice = {
  word: (told, lobby, you) => wordTold(told as GameTold, lobby, you),
  seat: (told) => seatOf(told as GameTold),
};

/** Fetches the words of a race; who looks at other games needn't wait for them. */
async function bringDice(): Promise<Voice> {
  const [telling, { bringTexts }] = await Promise.all([
    import("../game/lightningdice/telling"),
    import("../game/lightningdice/texts"),
  ]);
  await bringTexts();
  return {
    word: (told, lobby, you) => telling.wordTold(told as DiceTold, lobby, you),
    seat: (told) => telling.seatOf(told as DiceTold),
  };
}

const NO_MARKS: Marks = { draws: [], goals: [], marks: [], stretches: [] };
const MARKED: Readonly<Record<string, (film: Film) => Marks>> = {
  luckybox: marksOf,
  lightningdice: diceMarksOf,
};

/** Is a table that nothing comes from any more: boards show it as they show a live one. */
class PastTable {
  readonly id: string;
  readonly hearing = new Hearing<GameTold>();
  readonly company = new Hearing<TableTold>();
  readonly up = false;
  readonly paused = false;
  readonly pressed = null;
  readonly objection = null;
  parts: Partial<GameParts> = $state.raw({});
  lobby: Lobby | null = $state.raw(null);

  constructor(id: string) {
    this.id = id;
  }

  get you(): Eyes {
    return this.lobby?.you ?? null;
  }

  /** Shows a position; with what was told on the way it is a step, and moves and sounds as it did. */
  show(film: Film, shot: Shot, told: readonly unknown[]): void {
    this.lobby = lobbyOf(film.replay, shot.view, (seat) => sayLook("seat", { seat }));
    this.parts = shot.view as Partial<GameParts>;
    for (const one of told) {
      if (isTableTold(one)) this.company.tell(one, false);
      else this.hearing.tell(one as GameTold, false);
    }
  }
}

/** Plays a finished game: which position is shown, through whose eyes, and how it goes on. */
export class Player {
  film: Film | null = $state.raw(null);
  marks: Marks = $state.raw(NO_MARKS);
  at = $state(1); // the number of an entry: what it means doesn't hang on whose eyes they are
  playing = $state(false);
  speed: (typeof SPEEDS)[number] = $state(1);

  readonly #id: string;
  readonly #past: PastTable;
  readonly #films = new Map<Eyes, Film>();
  #voice = LUCKY;
  #wanted = 0;

  constructor(id: string) {
    this.#id = id;
    this.#past = new PastTable(id);
  }

  /** The table for the boards, which ask nothing of it but what it shows. */
  get table(): LuckyTable {
    return this.#past as unknown as LuckyTable;
  }

  get eyes(): Eyes {
    return this.film?.replay.audience ?? null;
  }

  readonly index = $derived.by(() => this.film?.indexAt(this.at) ?? 0);
  readonly shot: Shot | null = $derived.by(() => this.film?.shots[this.index] ?? null);
  readonly draw: Draw | null = $derived.by(() => drawAt(this.marks.draws, this.at));
  readonly atEnd = $derived.by(() => this.film === null || this.index === this.film.shots.length - 1);

  /** What happened in the step that led here, in words. */
  readonly caption = $derived.by(() => sentences(this.#words(this.shot).map((one) => one.words)));

  /** What happened since the number that counts came. */
  readonly news: readonly News[] = $derived.by(() => {
    const from = this.draw?.at ?? 1;
    return (this.film?.shots ?? [])
      .slice(0, this.index + 1)
      .filter((shot) => shot.at >= from)
      .flatMap((shot) => this.#words(shot))
      .map((one, id) => ({ id, ...one }));
  });

  /** Names the position. */
  readonly place = $derived.by(() => {
    const head = this.#past.parts.head;
    if (head?.phase === "choice") return sayLook("place.choice");
    if (head?.phase === "refill") return sayLook("place.refill", { round: head.round });
    if (head?.outcome) return sayLook("place.ended");
    if (this.film?.replay.game === "lightningdice")
      return sayLook("place.goal", { goal: Math.max(1, this.#goal) });
    return this.draw === null ? "" : sayLook("place.draw", this.draw);
  });

  /** The number of the goal that a race is at; 0 in the count-in. */
  get #goal(): number {
    return (this.#past.parts.head as { readonly goal?: number } | undefined)?.goal ?? 0;
  }

  /** Looks through other eyes, at the same position. Raises ApiProblem. */
  async look(eyes: Eyes, at: number = this.at): Promise<void> {
    const wanted = ++this.#wanted;
    const film = this.#films.get(eyes) ?? new Film(await past.replay(this.#id, eyes));
    this.#films.set(eyes, film);
    this.#voice = film.replay.game === "lightningdice" ? await bringDice() : LUCKY;
    if (wanted !== this.#wanted) return; // other eyes were asked for since
    this.film = film;
    this.marks = MARKED[film.replay.game]?.(film) ?? NO_MARKS;
    this.go(at);
  }

  /** Shows a position at once. */
  go(at: number): void {
    if (this.film === null) return;
    this.at = this.film.within(at);
    this.#show([]);
  }

  /** Goes to a position by a button or a key, and says where it is. */
  jump(at: number): void {
    this.go(at);
    announcer.say(this.place);
  }

  /** Goes one step on or back; on, everything moves as it did in the game. */
  step(by: 1 | -1): void {
    const shot = this.film?.shots[this.index + by];
    if (shot === undefined) {
      this.playing = false;
      return;
    }
    this.at = shot.at;
    this.#show(by === 1 ? shot.told : []);
    announcer.say(this.caption === "" ? this.place : this.caption);
    if (this.atEnd) this.playing = false;
  }

  /** Goes to the next number or goal, or to the one before. */
  leap(by: 1 | -1): void {
    const { draws, goals } = this.marks;
    const leaps = goals.length > 0 ? goals : draws;
    const next = by === 1 ? leaps.find((one) => one.at > this.at) : leaps.findLast((one) => one.at < this.at);
    this.jump(next?.at ?? (by === 1 ? (this.film?.last ?? 1) : 1));
  }

  /** Plays on, from the start if it is at the end; or stops. */
  toggle(): void {
    if (!this.playing && this.atEnd) this.go(1);
    this.playing = !this.playing;
  }

  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length] ?? 1;
  }

  #show(told: readonly unknown[]): void {
    if (this.film !== null && this.shot !== null) this.#past.show(this.film, this.shot, told);
  }

  #words(shot: Shot | null): { words: string; seat: number | null }[] {
    const { lobby } = this.#past;
    return (shot?.told ?? []).flatMap((one) => {
      const words = isTableTold(one)
        ? wordCompany(one, lobby, this.eyes)
        : this.#voice.word(one, lobby, this.eyes);
      const seat = isTableTold(one) ? companySeat(one) : this.#voice.seat(one);
      return words === null ? [] : [{ words, seat }];
    });
  }
}
