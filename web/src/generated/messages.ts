// Written by scripts/make_types.py from the server's types; don't edit.

export const PROTOCOL = 1;

/** Opens a connection: which protocol the page speaks, and the last version that it saw of this table. */
export type Hello = {
  readonly t: "hello";
  readonly protocol: number;
  readonly build?: string;
  readonly seen?: number | null;
  readonly watch?: boolean;
};

/** Asks the game for an action; the actor is the seat of the connection. */
export type Act = {
  readonly t: "act";
  readonly id: string;
  readonly decision: number;
  readonly action: unknown;
};

/** Takes a free seat, before the start; without a number the first free one. */
export type Join = {
  readonly t: "join";
  readonly id: string;
  readonly seat?: number | null;
};

/** Gives up the own seat, before the start. */
export type Leave = {
  readonly t: "leave";
  readonly id: string;
};

/** Lets a bot take a free seat; the host only. */
export type SeatBot = {
  readonly t: "seatBot";
  readonly id: string;
  readonly bot: string;
  readonly seat?: number | null;
};

/** Takes a bot from its seat, before the start; the host only. */
export type Unseat = {
  readonly t: "unseat";
  readonly id: string;
  readonly seat: number;
};

/** Starts the game with those who sit; the host only. */
export type Start = {
  readonly t: "start";
  readonly id: string;
};

/** Opens a new table with the same people, after the end; who sat is seated, the others are told. */
export type Again = {
  readonly t: "again";
  readonly id: string;
};

/** Asks whether the line is alive. */
export type Ping = {
  readonly t: "ping";
  readonly id: string;
};

/** Is the body of PUT /api/me. */
export type MeChange = {
  readonly name: string;
  readonly suit?: number;
};

/** Is the body of POST /api/tables: opens a table, sits the asker and bots, and starts if asked to. */
export type NewTable = {
  readonly game: string;
  readonly options?: unknown;
  readonly bots?: readonly string[];
  readonly start?: boolean;
};

/** Answers `hello`: who the connection is, before anything else. */
export type Welcome = {
  readonly t: "welcome";
  readonly protocol: number;
  readonly build: string;
  readonly person: string;
  readonly name: string;
  readonly seat: number | null;
};

/** Says who sits at the table and what was agreed; sent whole whenever it changes. */
export type Lobby = {
  readonly t: "lobby";
  readonly table: string;
  readonly game: string;
  readonly status: "ended" | "open" | "running" | "stopped";
  readonly seats: readonly LobbySeat[];
  readonly host: number | null;
  readonly you: number | null;
  readonly options: unknown;
  readonly houseRules: boolean;
  readonly commitment: string;
  readonly mayStart: boolean;
  readonly next: string | null;
  readonly for: string | null;
};

/** Is a taken seat as everybody sees it. */
export type LobbySeat = {
  readonly seat: number;
  readonly name: string;
  readonly suit: number;
  readonly bot: string | null;
  readonly present: boolean;
};

/** Brings the whole view in one frame, with what was told since the version seen if at hand. */
export type Whole = {
  readonly t: "whole";
  readonly version: number;
  readonly parts: Readonly<Record<string, unknown>>;
  readonly told: readonly unknown[] | null;
  readonly for: string | null;
};

/** Brings what one entry changed: the new values of its parts, and what is told of it, in order. */
export type Step = {
  readonly t: "step";
  readonly version: number;
  readonly parts: Readonly<Record<string, unknown>>;
  readonly told: readonly unknown[];
  readonly for: string | null;
};

/** Answers a request that was not done: why, and what was wrong. `for` is None if no id could be read. */
export type Refused = {
  readonly t: "refused";
  readonly code: string;
  readonly text: string;
  readonly params: Readonly<Record<string, number | string>>;
  readonly thing: string;
  readonly for: string | null;
};

/** Answers a repeated request whose action was accepted at this version of the view. */
export type Already = {
  readonly t: "already";
  readonly version: number;
  readonly for: string;
};

/** Answers `ping`. */
export type Pong = {
  readonly t: "pong";
  readonly instant: number;
  readonly for: string;
};

/** Is who the cookie says one is: GET and PUT /api/me, POST /api/move/{code}. */
export type Me = {
  readonly person: string;
  readonly name: string;
  readonly suit: number;
  readonly replaced: string | null;
};

/** Is a code that moves the asker to another device, once: POST /api/move. */
export type DeviceCode = {
  readonly code: string;
  readonly until: number;
};

/** Is a table in a list: POST /api/tables, GET /api/tables (the asker's own), GET /api/tables/{table}. */
export type TableCard = {
  readonly table: string;
  readonly game: string;
  readonly status: string;
  readonly names: readonly string[];
  readonly created: number;
  readonly yourTurn: boolean;
};

/** Is a game on the shelf: GET /api/games. */
export type GameCard = {
  readonly game: string;
  readonly least: number;
  readonly most: number;
  readonly options: unknown;
  readonly bots: readonly string[];
};

/** Is the body of every HTTP error. */
export type Problem = {
  readonly code: string;
  readonly text: string;
  readonly params: Readonly<Record<string, number | string>>;
  readonly thing: string;
};

export type ClientMessage = Hello | Act | Join | Leave | SeatBot | Unseat | Start | Again | Ping;

export type ServerMessage = Welcome | Lobby | Whole | Step | Refused | Already | Pong;
