import type { ClockPart } from "../generated/clock";
import type { Lobby, LobbySeat } from "../generated/messages";
import type { Replay } from "../generated/past";

export type View = Readonly<Record<string, unknown>>;

/** Is one position: the whole view after an entry, and what was told on the way to it. */
export type Shot = {
  readonly at: number; // the number of the entry, the same for every pair of eyes
  readonly instant: number;
  readonly view: View;
  readonly told: readonly unknown[];
};

/** Is a finished game through one pair of eyes: every position whole, so that any can be shown at once. */
export class Film {
  readonly replay: Replay;
  readonly shots: readonly Shot[];

  constructor(replay: Replay) {
    this.replay = replay;
    let view: View = {};
    this.shots = replay.steps.map(({ at, instant, parts, told }) => {
      view = { ...view, ...parts };
      return { at, instant, view, told };
    });
  }

  /** The number of the last entry. */
  get last(): number {
    return this.replay.last;
  }

  /** Finds what these eyes saw at an entry: the last shot that isn't after it. */
  indexAt(at: number): number {
    let low = 0;
    let high = this.shots.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.shots[middle]?.at ?? Infinity) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Brings an entry's number into the game. */
  within(at: number): number {
    return Math.min(Math.max(Math.trunc(at) || 1, 1), this.last);
  }
}

/** Shows a replay's seats as a lobby, for boards that know only tables. */
export function lobbyOf(replay: Replay, view: View, nameless: (seat: number) => string): Lobby {
  const clock = view["clock"] as ClockPart | undefined;
  const seats = replay.seats.map((one): LobbySeat => {
    const known = clock?.seats.find(({ seat }) => seat === one.seat);
    return {
      seat: one.seat,
      name: one.name ?? nameless(one.seat),
      suit: one.suit,
      bot: one.bot,
      present: true,
      ready: true,
      away: known?.away ?? false,
      left: known?.left ?? false,
      playedBy: known?.by ?? null,
      guest: false,
      seal: null,
    };
  });
  return {
    t: "lobby",
    table: null,
    code: null,
    watch: replay.share,
    game: replay.game,
    status: replay.status,
    seats,
    host: null,
    you: replay.audience,
    yours: null,
    options: replay.options,
    houseRules: replay.houseRules,
    commitment: replay.commitment,
    settings: {
      listed: false,
      actSeconds: clock?.actSeconds ?? null,
      absent: "wait",
      chat: false,
      evenLines: true,
    },
    paused: false,
    mayStart: false,
    next: null,
    mine: [],
    sealed: false,
    digest: null,
    day: null,
    practice: false,
    deck: null,
    for: null,
  };
}
