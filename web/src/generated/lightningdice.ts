// Written by scripts/make_types.py from the server's types; don't edit.

/** Is the agreement of one game of Lightning Dice. */
export type Options = {
  readonly mode: Mode;
  readonly target: number;
  readonly cards: number;
  readonly rollMs: number;
  readonly allowNegative: boolean;
  readonly offTable: number;
  readonly deck: string | GoalDeck;
  readonly goal: string;
};

export type Mode = "practice" | "quick" | "standard";

/** Is a set of goal cards (LD-1.2). */
export type GoalDeck = {
  readonly name: string;
  readonly author: string;
  readonly licence: string;
  readonly goals: readonly string[];
};

/** Rolls every die that isn't kept, for a goal by its number (LD-2.2, LD-2.5, LD-2.6). */
export type Roll = {
  readonly t: "roll";
  readonly goal: number;
  readonly timing?: Timing;
};

/** Says when an action was pressed, as far as the server can tell; it stamps what a seat sends. */
export type Timing = {
  readonly pressed?: number | null;
  readonly span?: number;
  readonly wait?: number;
};

/** Sets aside exactly these dice at rest, 0 to 5; all others at rest lie in the tray (LD-2.2). */
export type Keep = {
  readonly t: "keep";
  readonly dice: readonly number[];
};

/** Calls out what the own six dice show (LD-3). */
export type Claim = {
  readonly t: "claim";
  readonly call: Call;
  readonly number?: number;
  readonly timing?: Timing;
};

export type Call = "bonus" | "got" | "thunder";

export type GameAction = Roll | Keep | Claim;

/** The game began, and the count-in runs. */
export type GameStarted = {
  readonly t: "gameStarted";
  readonly seats: readonly number[];
  readonly flips: number;
};

/** All goals were flipped: the played ones are shuffled again, and are the pile (LD-1.2). */
export type CardsShuffled = {
  readonly t: "cardsShuffled";
  readonly cards: number;
};

/** A goal was flipped: from now on everybody rolls for it (LD-2.1). */
export type GoalFlipped = {
  readonly t: "flipped";
  readonly goal: number;
  readonly card: number;
  readonly text: string;
  readonly sides: readonly Side[];
  readonly instant: number;
};

/** Is what a goal asks for, or one of two such things joined by `&` (LD-7.1). */
export type Side = {
  readonly form: Form;
  readonly text: string;
  readonly number: number;
};

export type Form = "set" | "shape" | "sum" | "word";

/** Time stood still: all dice are in hand, and the race goes on after a new count-in (LD-2.7). */
export type CountBegan = {
  readonly t: "countBegan";
  readonly instant: number;
  readonly flips: number;
  readonly spent: number;
};

/** The count-in is over, and the same goal goes on (LD-2.7). */
export type GoalReopened = {
  readonly t: "goalReopened";
  readonly goal: number;
  readonly instant: number;
};

/** A player threw dice; what they show, nobody knows before they rest (LD-2.3). */
export type Rolled = {
  readonly t: "rolled";
  readonly seat: number;
  readonly roll: number;
  readonly dice: readonly number[];
  readonly started: number;
  readonly rests: number;
};

/** A roll came to rest, and this is what it shows (LD-2.3, LD-2.4). */
export type CameToRest = {
  readonly t: "cameToRest";
  readonly seat: number;
  readonly roll: number;
  readonly dice: readonly number[];
  readonly values: readonly number[];
  readonly instant: number;
};

/** A player set exactly these dice aside (LD-2.2). */
export type Kept = {
  readonly t: "kept";
  readonly seat: number;
  readonly dice: readonly number[];
};

/** The own claim arrived and waits; only the seat itself is told. */
export type ClaimWaits = {
  readonly t: "claimWaits";
  readonly call: Call;
  readonly number: number;
  readonly dice: readonly number[];
  readonly moment: number;
  readonly arrival: number;
  readonly settles: number;
};

/** A player has all six dice in hand, and goes on with the same goal (LD-3.9). */
export type PickedUp = {
  readonly t: "pickedUp";
  readonly seat: number;
  readonly instant: number;
};

/** A claim was settled: whether it counts, what it scores, and when it was pressed (LD-3). */
export type ClaimSettled = {
  readonly t: "claimSettled";
  readonly seat: number;
  readonly call: Call;
  readonly number: number;
  readonly dice: readonly number[];
  readonly verdict: Verdict;
  readonly scored: number;
  readonly lost: number;
  readonly moment: number;
  readonly arrival: number;
  readonly span: number;
};

export type Verdict = "false" | "late" | "nobody" | "valid";

/** The goal is met: all dice are in hand, rolls in motion are void (LD-3.1, LD-2.5). */
export type GoalClosed = {
  readonly t: "goalClosed";
  readonly goal: number;
  readonly seat: number;
  readonly instant: number;
  readonly time: number;
  readonly claims: readonly Dated[];
};

/** Is when a claim was pressed and arrived; what lies between is the line. */
export type Dated = {
  readonly seat: number;
  readonly call: Call;
  readonly number: number;
  readonly moment: number;
  readonly arrival: number;
  readonly span: number;
};

/** Not yet: the own dice don't meet the goal, and nothing can be claimed for a while (LD-5.2). */
export type ClaimBlocked = {
  readonly t: "claimBlocked";
  readonly until: number;
};

/** The seat itself can claim again. */
export type ClaimFreed = {
  readonly t: "claimFreed";
};

/** A player left for good, or came back before the end (LD-4.3). */
export type PlayedSet = {
  readonly t: "playedSet";
  readonly seat: number;
  readonly played: boolean;
};

/** The game is over (LD-4, LD-5). */
export type GameEnded = {
  readonly t: "gameEnded";
  readonly outcome: Outcome;
};

/** Is how a game ended: every part of every score, and the order of the seats. */
export type Outcome = {
  readonly reason: string;
  readonly totals: readonly number[];
  readonly parts: readonly Readonly<Record<string, number>>[];
  readonly places: readonly number[];
  readonly title: number | null;
  readonly counts: readonly Readonly<Record<string, number>>[];
};

export type GameTold =
  | GameStarted
  | CardsShuffled
  | GoalFlipped
  | CountBegan
  | GoalReopened
  | Rolled
  | CameToRest
  | Kept
  | ClaimWaits
  | PickedUp
  | ClaimSettled
  | GoalClosed
  | ClaimBlocked
  | ClaimFreed
  | PlayedSet
  | GameEnded;

/** Shows where the game stands: the part `head`, the same for everybody. */
export type HeadPart = {
  readonly phase: Phase;
  readonly mode: Mode;
  readonly goal: number;
  readonly text: string;
  readonly sides: readonly Side[];
  readonly flips: number | null;
  readonly flipped: number | null;
  readonly spent: number;
  readonly cardsLeft: number | null;
  readonly target: number | null;
  readonly houseRules: boolean;
  readonly outcome: Outcome | null;
};

export type Phase = "count" | "ended" | "race";

/** Shows what was agreed before the start: the part `rules`, the same for everybody and all the game. */
export type RulesPart = {
  readonly options: Options;
  readonly deck: string;
  readonly author: string;
  readonly licence: string;
  readonly goals: number;
};

/** Shows a player: the parts `seat1`, `seat2`, ..., the same for everybody. */
export type SeatPart = {
  readonly seat: number;
  readonly values: readonly number[];
  readonly kept: readonly number[];
  readonly rolling: Rolling | null;
  readonly rolls: number;
  readonly score: number;
  readonly tally: Tally;
  readonly time: number;
  readonly last: LastCall | null;
  readonly played: boolean;
};

/** Is a roll in motion. */
export type Rolling = {
  readonly roll: number;
  readonly dice: readonly number[];
  readonly started: number;
  readonly rests: number;
};

/** Is what the score of a player is made of. */
export type Tally = {
  readonly matches: number;
  readonly bonuses: number;
  readonly penalties: number;
  readonly thunders: number;
};

/** Is the call of a player that was settled last. */
export type LastCall = {
  readonly call: Call;
  readonly number: number;
  readonly verdict: Verdict;
  readonly scored: number;
};

/** Shows a seat its own secrets: the part `own`. */
export type OwnPart = {
  readonly made: readonly Called[];
  readonly waiting: readonly WaitingView[];
  readonly blocked: number | null;
};

/** Is a call that was made on the dice as they lie. */
export type Called = {
  readonly call: Call;
  readonly number: number;
};

/** Shows an own claim that isn't settled yet. How many came before it, nobody may know (LD-3.8). */
export type WaitingView = {
  readonly call: Call;
  readonly number: number;
  readonly dice: readonly number[];
  readonly moment: number;
  readonly arrival: number;
  readonly settles: number;
};

/** Shows a seat what it may do now: the part `ask`. */
export type AskPart = {
  readonly decision: number;
  readonly kind: "out" | "over" | "race" | "wait";
  readonly open: boolean;
  readonly roll: boolean;
  readonly keep: readonly number[];
  readonly calls: readonly Call[];
};

export type GamePart = HeadPart | RulesPart | SeatPart | OwnPart | AskPart;

/** Is a whole view: its parts by name; `own` and `ask` only for who sits. */
export type GameParts = {
  readonly head: HeadPart;
  readonly rules: RulesPart;
  readonly own?: OwnPart;
  readonly ask?: AskPart;
  readonly [seat: `seat${number}`]: SeatPart;
};
