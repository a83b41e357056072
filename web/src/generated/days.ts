// Written by scripts/make_types.py from the server's types; don't edit.

/** Is a day's deal, one for everybody: GET /api/today, and once it is over GET /api/days/{day}. */
export type Day = {
  readonly day: string;
  readonly now: number;
  readonly closes: number;
  readonly commitment: string;
  readonly secret: string | null;
  readonly tries: number;
  readonly mine: DayTry | null;
  readonly board: readonly DayRank[] | null;
};

/** Is the asker's counted try of a day's deal. */
export type DayTry = {
  readonly table: string;
  readonly watch: string;
  readonly status: string;
  readonly counted: boolean;
  readonly total: number | null;
  readonly title: number | null;
  readonly parts: Readonly<Record<string, number>>;
  readonly place: number | null;
};

/** Is somebody's counted result on a day's table. */
export type DayRank = {
  readonly place: number;
  readonly name: string;
  readonly suit: number;
  readonly total: number;
  readonly title: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly watch: string;
  readonly you: boolean;
};

/** Is what the asker did alone by one rule set and no house rules, newest first: GET /api/solo. */
export type Solo = {
  readonly ruleSet: string;
  readonly count: number;
  readonly sum: number;
  readonly best: number;
  readonly titles: readonly number[];
  readonly games: readonly SoloGame[];
};

/** Is one of the asker's games alone. */
export type SoloGame = {
  readonly watch: string;
  readonly total: number;
  readonly title: number | null;
  readonly parts: Readonly<Record<string, number>>;
  readonly ended: number;
  readonly day: string | null;
  readonly before: number | null;
};

/** Is what the asker did in time trials of so many cards and no house rules: GET /api/solo/trials. */
export type Trials = {
  readonly cards: number;
  readonly count: number;
  readonly sum: number;
  readonly best: number;
  readonly games: readonly Trial[];
};

/** Is one of the asker's time trials of Lightning Dice. */
export type Trial = {
  readonly watch: string;
  readonly time: number;
  readonly ended: number;
  readonly before: number | null;
};
