// Written by scripts/make_types.py from the server's types; don't edit.

/** Shows the table's own clocks: the part `clock`, the same for everybody. */
export type ClockPart = {
  readonly actSeconds: number | null;
  readonly paused: number | null;
  readonly pausedBy: number | null;
  readonly seats: readonly SeatClock[];
};

/** Is a seat as the table itself knows it. */
export type SeatClock = {
  readonly seat: number;
  readonly until: number | null;
  readonly away: boolean;
  readonly left: boolean;
  readonly by: string | null;
};

/** The game began at a table that is kept like this. */
export type Agreed = {
  readonly t: "agreed";
  readonly seats: readonly number[];
  readonly people: readonly number[];
  readonly actSeconds: number | null;
  readonly absent: string;
  readonly rules: number;
};

/** The server came back with another version of the game's rules: from here on these are played. */
export type RulesChanged = {
  readonly t: "rulesChanged";
  readonly before: number;
  readonly rules: number;
};

/** From now on this becomes of a seat whose person is away or has left. */
export type AbsentSet = {
  readonly t: "absentSet";
  readonly absent: string;
};

/** These seats have a question now, and so long to answer it. */
export type TimeBegan = {
  readonly t: "timeBegan";
  readonly seats: readonly number[];
  readonly question: number;
  readonly until: number;
};

/** A person isn't there for a while. */
export type Away = {
  readonly t: "away";
  readonly seat: number;
};

/** A person is there again, and plays from the next entry on. */
export type Back = {
  readonly t: "back";
  readonly seat: number;
};

/** A person gave up the seat, and may take it back until the end. */
export type Left = {
  readonly t: "left";
  readonly seat: number;
};

/** Somebody else plays for a person who isn't there. */
export type TakenOver = {
  readonly t: "takenOver";
  readonly seat: number;
  readonly by: string;
};

/** Nobody else plays for the person any more. */
export type GivenBack = {
  readonly t: "givenBack";
  readonly seat: number;
};

/** The game stands still. */
export type Paused = {
  readonly t: "paused";
  readonly by: number | null;
  readonly instant: number;
};

/** The game goes on; all that is due is due so much later. */
export type Resumed = {
  readonly t: "resumed";
  readonly moved: number;
};

/** The server was away; all that is due is due so much later. */
export type Moved = {
  readonly t: "moved";
  readonly moved: number;
};

export type TableTold =
  | Agreed
  | RulesChanged
  | AbsentSet
  | TimeBegan
  | Away
  | Back
  | Left
  | TakenOver
  | GivenBack
  | Paused
  | Resumed
  | Moved;
