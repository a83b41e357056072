// Written by scripts/make_types.py from the server's types; don't edit.

export const PROTOCOL = 1;

/** Opens a connection: which protocol the page speaks, and the last version that it saw of this table. */
export type Hello = {
  readonly t: "hello";
  readonly protocol: number;
  readonly build?: string;
  readonly seen?: number | null;
  readonly seat?: number | null;
};

/** Asks the game for an action; the actor is the seat of the connection. */
export type Act = {
  readonly t: "act";
  readonly id: string;
  readonly decision: number;
  readonly action: unknown;
  readonly pressed?: number | null;
};

/** Takes a free seat, before the start, the first one without a number; or takes the own one back. */
export type Join = {
  readonly t: "join";
  readonly id: string;
  readonly seat?: number | null;
};

/** Gives up the own seat; in a running game it waits, or is played for, as was arranged. */
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

/** Takes a bot, or a person who isn't there, from a seat before the start; the host only. */
export type Unseat = {
  readonly t: "unseat";
  readonly id: string;
  readonly seat: number;
};

/** Lets somebody take a free seat on this device, before the start, for pass and play. */
export type SeatGuest = {
  readonly t: "seatGuest";
  readonly id: string;
  readonly name: string;
  readonly suit?: number | null;
  readonly seat?: number | null;
};

/** Gives a guest on this device another name, before the start. */
export type NameGuest = {
  readonly t: "nameGuest";
  readonly id: string;
  readonly seat: number;
  readonly name: string;
  readonly suit?: number | null;
};

/** Sits this connection at one of its person's seats: it sees and acts for that one alone from now on. */
export type Sit = {
  readonly t: "sit";
  readonly id: string;
  readonly seat?: number | null;
};

/** Agrees to what is arranged, or withdraws that, before the start. */
export type ReadyUp = {
  readonly t: "readyUp";
  readonly id: string;
  readonly on: boolean;
};

/** Arranges how the table is kept; the host only. Before the start all others must agree to it anew. */
export type Arrange = {
  readonly t: "arrange";
  readonly id: string;
  readonly settings: TableSettings;
};

/** Is how a table is kept, whatever the game; the host arranges it. */
export type TableSettings = {
  readonly listed: boolean;
  readonly actSeconds: number | null;
  readonly absent: string;
  readonly chat: boolean;
  readonly evenLines: boolean;
};

/** Stops the game for everybody, or lets it go on; the host only. All that is due moves by its length. */
export type Pause = {
  readonly t: "pause";
  readonly id: string;
  readonly on: boolean;
};

/** Starts the game with those who sit, when all have agreed; the host only, who agrees by it. */
export type Start = {
  readonly t: "start";
  readonly id: string;
};

/** Gives the hash of the page's secret word, before the start; the last one that is said counts. */
export type Seal = {
  readonly t: "seal";
  readonly id: string;
  readonly hash: string;
};

/** Tells the word, once the lobby says that words are awaited: it goes into the seed of the deal. */
export type Reveal = {
  readonly t: "reveal";
  readonly id: string;
  readonly word: string;
};

/** Opens a new table with the same people, after the end; who sat is seated, the others are told. */
export type Again = {
  readonly t: "again";
  readonly id: string;
  readonly seal?: string | null;
};

/** Shows a reaction to everybody at the table. */
export type React = {
  readonly t: "react";
  readonly id: string;
  readonly reaction: Reaction;
};

export type Reaction = "bolt" | "clap" | "hello" | "laugh" | "luck" | "ouch" | "thanks" | "wow";

/** Says something to all who came by the link; who watches neither says nor hears it. */
export type Say = {
  readonly t: "say";
  readonly id: string;
  readonly text: string;
};

/** Asks whether the line is alive. */
export type Ping = {
  readonly t: "ping";
  readonly id: string;
};

/** Answers `probe`, at once. It gets no answer itself. */
export type Echo = {
  readonly t: "echo";
  readonly n: number;
};

/** Is the body of PUT /api/me. */
export type MeChange = {
  readonly name: string;
  readonly suit?: number;
};

/** Is the body of POST /api/tables: opens a table, sits asker, guests and bots, and starts if asked to. */
export type NewTable = {
  readonly game: string;
  readonly options?: unknown;
  readonly bots?: readonly string[];
  readonly start?: boolean;
  readonly settings?: TableSettings;
  readonly guests?: readonly NewGuest[];
  readonly seal?: string | null;
};

/** Is somebody who plays on the asker's device. */
export type NewGuest = {
  readonly name: string;
  readonly suit: number | null;
};

/** Answers `hello`: who the connection is, before anything else. */
export type Welcome = {
  readonly t: "welcome";
  readonly protocol: number;
  readonly build: string;
  readonly person: string;
  readonly name: string;
  readonly seat: number | null;
  readonly instant: number;
};

/** Says who sits at the table and what was agreed; sent whole whenever it changes. */
export type Lobby = {
  readonly t: "lobby";
  readonly table: string | null;
  readonly code: string | null;
  readonly watch: string;
  readonly game: string;
  readonly status: Status;
  readonly seats: readonly LobbySeat[];
  readonly host: number | null;
  readonly you: number | null;
  readonly yours: number | null;
  readonly options: unknown;
  readonly houseRules: boolean;
  readonly commitment: string;
  readonly settings: TableSettings;
  readonly paused: boolean;
  readonly mayStart: boolean;
  readonly next: string | null;
  readonly mine: readonly number[];
  readonly sealed: boolean;
  readonly digest: string | null;
  readonly day: string | null;
  readonly practice: boolean;
  readonly deck: LobbyDeck | null;
  readonly for: string | null;
};

export type Status = "ended" | "open" | "running" | "stopped";

/** Is a taken seat as everybody sees it. */
export type LobbySeat = {
  readonly seat: number;
  readonly name: string;
  readonly suit: number;
  readonly bot: string | null;
  readonly present: boolean;
  readonly ready: boolean;
  readonly away: boolean;
  readonly left: boolean;
  readonly playedBy: string | null;
  readonly guest: boolean;
  readonly seal: string | null;
};

/** Is the deck of a table in a line; GET /api/tables/{table}/deck gives all that is in it. */
export type LobbyDeck = {
  readonly name: string;
  readonly author: string;
  readonly licence: string;
  readonly faces: number;
  readonly builtIn: boolean;
  readonly hash: string;
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

/** Shows a reaction of somebody at the table; with `for` it answers `react`. */
export type Reacted = {
  readonly t: "reacted";
  readonly speaker: string;
  readonly seat: number | null;
  readonly reaction: Reaction;
  readonly for: string | null;
};

/** Brings what somebody said; with `for` it answers `say`. */
export type Said = {
  readonly t: "said";
  readonly speaker: string;
  readonly seat: number | null;
  readonly name: string;
  readonly text: string;
  readonly instant: number;
  readonly for: string | null;
};

/** Brings after `hello` all that was said of late, in order; if anything was. */
export type Talk = {
  readonly t: "talk";
  readonly said: readonly Said[];
};

/** Answers `ping`. */
export type Pong = {
  readonly t: "pong";
  readonly instant: number;
  readonly for: string;
};

/** Measures the line, at tables of a game in real time; `echo` answers it at once. */
export type Probe = {
  readonly t: "probe";
  readonly n: number;
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

/** Says where others find this server, for links from its own computer: GET /api/address. */
export type Address = {
  readonly address: string | null;
};

/** Is a table in a line: POST /api/tables, and GET /api/tables (the asker's own). */
export type TableCard = {
  readonly table: string;
  readonly game: string;
  readonly status: string;
  readonly names: readonly string[];
  readonly created: number;
  readonly yourTurn: boolean;
  readonly code: string | null;
  readonly free: number;
  readonly houseRules: boolean;
};

/** Is a game on the shelf: GET /api/games. */
export type GameCard = {
  readonly game: string;
  readonly least: number;
  readonly most: number;
  readonly options: unknown;
  readonly bots: readonly string[];
  readonly ruleSets: readonly RuleSetCard[];
  readonly ranges: Readonly<Record<string, readonly [number, number]>>;
};

/** Is a rule set of a game, with all its defaults. */
export type RuleSetCard = {
  readonly name: string;
  readonly options: unknown;
};

/** Is the body of every HTTP error. */
export type Problem = {
  readonly code: string;
  readonly text: string;
  readonly params: Readonly<Record<string, number | string>>;
  readonly thing: string;
};

export type ClientMessage =
  | Hello
  | Act
  | Join
  | Leave
  | SeatBot
  | Unseat
  | SeatGuest
  | NameGuest
  | Sit
  | ReadyUp
  | Arrange
  | Pause
  | Start
  | Seal
  | Reveal
  | Again
  | React
  | Say
  | Ping
  | Echo;

export type ServerMessage =
  Welcome | Lobby | Whole | Step | Refused | Already | Reacted | Said | Talk | Pong | Probe;
