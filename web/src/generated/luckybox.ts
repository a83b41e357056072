// Written by scripts/make_types.py from the server's types; don't edit.

/** Is the agreement of one game of Lucky Box; for defaults of other rule sets see `defaults`. */
export type Options = {
  readonly ruleSet: RuleSetName;
  readonly rounds: number;
  readonly dealt: number;
  readonly kept: number;
  readonly offer: number;
  readonly startingLightning: number;
  readonly boxPoints: readonly number[];
  readonly starPoints: readonly number[];
  readonly moonPoints: MoonPoints;
  readonly passRule: "always" | "no_match";
  readonly bonusOptional: boolean;
  readonly deck: string | Deck;
  readonly decks: number | null;
};

export type RuleSetName = "chengdu" | "classic";

/** Is what moons score at the end of `classic` (LB-7.3). */
export type MoonPoints = {
  readonly most: number;
  readonly fewest: number;
  readonly solo: readonly number[];
};

/** Is a set of faces that boxes are dealt from (LB-9). */
export type Deck = {
  readonly name: string;
  readonly author: string;
  readonly licence: string;
  readonly faces: readonly Face[];
};

/** Is what is printed on a box: nine numbers, row by row, and a bonus at the end of each line. */
export type Face = {
  readonly grid: string;
  readonly rows: readonly [BonusCode, BonusCode, BonusCode];
  readonly columns: readonly [BonusCode, BonusCode, BonusCode];
};

export type BonusCode =
  "-" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "?" | "L" | "LL" | "M" | "S";

/** Chooses which of the offered boxes to keep; can be sent anew until all have chosen (LB-1.4, LB-6.2). */
export type Choose = {
  readonly t: "choose";
  readonly boxes: readonly number[];
};

/** Refills own boxes after a round of `chengdu`; can be sent anew until all have chosen (LB-6.5). */
export type Refill = {
  readonly t: "refill";
  readonly discard?: readonly number[];
  readonly take?: readonly number[];
  readonly blind?: number;
};

/** Answers the draw: crosses a cell as drawn, by lightning or by a question mark (LB-3.1 to LB-3.6). */
export type Cross = {
  readonly t: "cross";
  readonly box: number;
  readonly cell: number;
  readonly way: Way;
};

export type Way = "drawn" | "lightning" | "question";

/** Takes a waiting bonus: crosses a cell that it allows (LB-4.3). */
export type Bonus = {
  readonly t: "bonus";
  readonly code: BonusCode;
  readonly box: number;
  readonly cell: number;
};

/** Declines a waiting bonus, where the options allow it (LB-4.5). */
export type Decline = {
  readonly t: "decline";
  readonly code: BonusCode;
};

/** Answers the draw by crossing nothing (LB-3.4). */
export type Pass = {
  readonly t: "pass";
};

/** Takes back own steps, latest first, until `to` are left, or the choice of boxes (LB-3.5, LB-3.7). */
export type TakeBack = {
  readonly t: "takeBack";
  readonly to?: number;
};

/** Asks to confirm own answers by *Done* from now on, or not to (LB-3.7). */
export type Confirm = {
  readonly t: "confirm";
  readonly on: boolean;
};

/** Confirms the answer of this draw (LB-3.7). */
export type Done = {
  readonly t: "done";
};

export type GameAction = Choose | Refill | Cross | Bonus | Decline | Pass | TakeBack | Confirm | Done;

/** Boxes were dealt: how many each seat has to choose from; each sees only its own. */
export type BoxesOffered = {
  readonly t: "boxesOffered";
  readonly counts: readonly number[];
  readonly keep: readonly number[];
};

/** A seat has chosen; what, only the seat itself sees (C20). */
export type Ready = {
  readonly t: "ready";
  readonly seat: number;
};

/** The seat's own choice is another now; only the seat itself is told. */
export type ChoiceChanged = {
  readonly t: "choiceChanged";
  readonly boxes: readonly number[];
};

/** The seat's own wish to confirm answers is noted; only the seat itself is told. */
export type ConfirmSet = {
  readonly t: "confirmSet";
  readonly on: boolean;
};

/** The game began. */
export type GameStarted = {
  readonly t: "gameStarted";
  readonly seats: number;
};

/** A seat thinks again about its choice of boxes (LB-1.4, LB-6.5). */
export type ChoiceTakenBack = {
  readonly t: "choiceTakenBack";
  readonly seat: number;
};

/** All have chosen: what a seat kept, and what it discarded (LB-1.4). */
export type Kept = {
  readonly t: "kept";
  readonly seat: number;
  readonly boxes: readonly number[];
  readonly discarded: readonly number[];
};

/** Too few boxes were left: no offer is larger than this (LB-6.3). */
export type OffersShrank = {
  readonly t: "offersShrank";
  readonly size: number;
};

/** Nothing was left for a seat (LB-6.3). */
export type WentWithout = {
  readonly t: "wentWithout";
  readonly seat: number;
};

/** The deck ran out, and the discard pile became the new one (LB-6.3). */
export type PileShuffled = {
  readonly t: "pileShuffled";
  readonly boxes: number;
};

/** A round began with all its number cards (LB-2.1, LB-2.2). */
export type RoundBegan = {
  readonly t: "roundBegan";
  readonly round: number;
  readonly numbers: readonly number[];
};

/** A number came (LB-2.2, LB-2.3). */
export type NumberDrawn = {
  readonly t: "numberDrawn";
  readonly round: number;
  readonly draw: number;
  readonly number: number;
};

/** A seat crossed a cell: as drawn, by lightning, a question mark or a bonus (LB-3.1, LB-3.2, LB-4.3). */
export type Crossed = {
  readonly t: "crossed";
  readonly seat: number;
  readonly box: number;
  readonly cell: number;
  readonly number: number;
  readonly way: "bonus" | "drawn" | "lightning" | "question";
  readonly price: number;
  readonly code: BonusCode | null;
};

/** A seat answered by crossing nothing (LB-3.4), or its time ran out (LB-3.8). */
export type Passed = {
  readonly t: "passed";
  readonly seat: number;
  readonly late: boolean;
};

/** A line was completed (LB-4.1). */
export type LineCompleted = {
  readonly t: "lineCompleted";
  readonly seat: number;
  readonly box: number;
  readonly line: number;
  readonly code: BonusCode;
};

/** A seat took what a line gave: lightning, a star, a moon or a question mark (LB-4.3, LB-4.7). */
export type TokensTaken = {
  readonly t: "tokensTaken";
  readonly seat: number;
  readonly lightning: number;
  readonly stars: number;
  readonly moons: number;
  readonly questions: number;
};

/** A bonus cross is due (LB-4.2). */
export type BonusWaits = {
  readonly t: "bonusWaits";
  readonly seat: number;
  readonly code: BonusCode;
  readonly box: number;
  readonly line: number;
};

/** A waiting bonus has no possible cell any more, or its time ran out (LB-4.5, LB-4.7, LB-3.8). */
export type BonusLost = {
  readonly t: "bonusLost";
  readonly seat: number;
  readonly code: BonusCode;
  readonly box: number;
  readonly line: number;
  readonly late: boolean;
};

/** A seat declined a waiting bonus (LB-4.5). */
export type BonusDeclined = {
  readonly t: "bonusDeclined";
  readonly seat: number;
  readonly code: BonusCode;
};

/** A box has nine crosses and scores (LB-5.1). */
export type BoxFinished = {
  readonly t: "boxFinished";
  readonly seat: number;
  readonly box: number;
  readonly round: number;
  readonly points: number;
};

/** A seat took back own steps; so many are left (LB-3.5). */
export type TakenBack = {
  readonly t: "takenBack";
  readonly seat: number;
  readonly to: number;
};

/** A seat confirmed its answer (LB-3.7). */
export type DoneSaid = {
  readonly t: "doneSaid";
  readonly seat: number;
};

/** The time of a seat ran out: what it did in this draw stands (LB-3.8). */
export type TimeRanOut = {
  readonly t: "timeRanOut";
  readonly seat: number;
};

/** Somebody plays a seat from now on, or nobody does (LB-7.7). */
export type PlayedSet = {
  readonly t: "playedSet";
  readonly seat: number;
  readonly played: boolean;
};

/** All answers are complete: the draw is closed for good (LB-3.7). */
export type DrawClosed = {
  readonly t: "drawClosed";
  readonly round: number;
  readonly draw: number;
};

/** The stars of a round scored (LB-6.1). */
export type RoundScored = {
  readonly t: "roundScored";
  readonly round: number;
  readonly stars: readonly number[];
  readonly points: readonly number[];
};

/** The game is over (LB-7). */
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

/** A full new set of moon tokens is the supply from now on (LB-4.6). */
export type MoonsShuffled = {
  readonly t: "moonsShuffled";
  readonly moons: readonly number[];
};

/** The draw closed, and a moon token that a seat took turned out to be this one (LB-4.8). */
export type MoonDrawn = {
  readonly t: "moonDrawn";
  readonly seat: number;
  readonly value: number;
};

/** A round of `chengdu` is over: boxes can be refilled (LB-6.2). */
export type RefillBegan = {
  readonly t: "refillBegan";
  readonly round: number;
};

/** The seat's own refill is another now; only the seat itself is told. */
export type RefillChanged = {
  readonly t: "refillChanged";
  readonly discard: readonly number[];
  readonly take: readonly number[];
  readonly blind: number;
};

/** All have chosen: what a seat discarded, and what it laid out from its reserve (LB-6.5). */
export type Refilled = {
  readonly t: "refilled";
  readonly seat: number;
  readonly discarded: readonly number[];
  readonly taken: readonly number[];
};

/** Boxes came blind from the deck, and lie open now (LB-6.5). */
export type BlindTaken = {
  readonly t: "blindTaken";
  readonly boxes: readonly (readonly number[])[];
};

export type GameTold =
  | BoxesOffered
  | Ready
  | ChoiceChanged
  | ConfirmSet
  | GameStarted
  | ChoiceTakenBack
  | Kept
  | OffersShrank
  | WentWithout
  | PileShuffled
  | RoundBegan
  | NumberDrawn
  | Crossed
  | Passed
  | LineCompleted
  | TokensTaken
  | BonusWaits
  | BonusLost
  | BonusDeclined
  | BoxFinished
  | TakenBack
  | DoneSaid
  | TimeRanOut
  | PlayedSet
  | DrawClosed
  | RoundScored
  | GameEnded
  | MoonsShuffled
  | MoonDrawn
  | RefillBegan
  | RefillChanged
  | Refilled
  | BlindTaken;

/** Shows where the game stands: the part `head`, the same for everybody. */
export type HeadPart = {
  readonly phase: Phase;
  readonly round: number;
  readonly rounds: number;
  readonly draw: number;
  readonly drawn: readonly number[];
  readonly boxPoints: number;
  readonly starPoints: readonly number[];
  readonly deckLeft: number;
  readonly houseRules: boolean;
  readonly outcome: Outcome | null;
  readonly moonsLeft: readonly number[];
};

export type Phase = "choice" | "draw" | "ended" | "refill";

/** Shows what was agreed before the start: the part `rules`, the same for everybody and all the game. */
export type RulesPart = {
  readonly options: Options;
};

/** Shows a seat: the parts `seat1`, `seat2`, ..., the same for everybody. */
export type SeatPart = {
  readonly seat: number;
  readonly boxes: readonly BoxView[];
  readonly finished: readonly Finished[];
  readonly lightning: number;
  readonly stars: number;
  readonly moons: number;
  readonly moonValues: readonly number[];
  readonly questions: number;
  readonly starPoints: number;
  readonly score: number;
  readonly due: readonly Due[];
  readonly steps: number;
  readonly ready: boolean;
  readonly played: boolean;
};

/** Shows a box: what is printed on it, and what is crossed. */
export type BoxView = {
  readonly id: number;
  readonly grid: string;
  readonly rows: readonly [BonusCode, BonusCode, BonusCode];
  readonly columns: readonly [BonusCode, BonusCode, BonusCode];
  readonly crossed: number;
};

/** Is a finished box: the round it was finished in and what it scored (LB-5.1). */
export type Finished = {
  readonly box: number;
  readonly round: number;
  readonly points: number;
};

/** Is a bonus cross that waits, and the line that it came from (LB-4.2). */
export type Due = {
  readonly code: BonusCode;
  readonly box: number;
  readonly line: number;
};

/** Shows a seat its own secrets: the part `own`. */
export type OwnPart = {
  readonly offer: readonly BoxView[];
  readonly keep: number;
  readonly chosen: readonly number[] | null;
  readonly confirm: boolean;
  readonly reserve: readonly BoxView[];
  readonly refill: Refilling | null;
};

/** Is how a seat refills its boxes after a round of `chengdu` (LB-6.5). */
export type Refilling = {
  readonly discard: readonly number[];
  readonly take: readonly number[];
  readonly blind: number;
};

/** Shows a seat what it may do now: the part `ask`. */
export type AskPart = {
  readonly decision: number;
  readonly kind: "answer" | "bonus" | "choose" | "confirm" | "over" | "refill" | "wait";
  readonly open: boolean;
  readonly choices: readonly Choice[];
  readonly back: number;
};

/** Is one thing that a seat may do now, with its price and its gain. */
export type Choice = {
  readonly action: Cross | Bonus | Decline | Pass | Done | Choose;
  readonly price: number;
  readonly lines: readonly number[];
  readonly finishes: boolean;
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
