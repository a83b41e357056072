// Written by scripts/make_types.py from the server's types; don't edit.

import type { Status } from "./messages";

/** Is a record that somebody brought: POST /api/records, and GET /api/records (the asker's own). */
export type RecordCard = {
  readonly record: string;
  readonly game: string;
  readonly names: readonly (string | null)[];
  readonly ended: number;
  readonly rules: number;
  readonly totals: readonly number[];
  readonly clean: boolean;
  readonly findings: readonly RecordFinding[];
  readonly notices: readonly string[];
  readonly added: number;
};

/** Is something wrong with a record: which check found it, in which line of the file, and why. */
export type RecordFinding = {
  readonly check: string;
  readonly line: number;
  readonly cause: string;
};

/** Is a finished game as one audience saw it. */
export type Replay = {
  readonly share: string;
  readonly game: string;
  readonly rules: number;
  readonly notice: "newer" | "older" | null;
  readonly audience: number | null;
  readonly options: unknown;
  readonly houseRules: boolean;
  readonly seats: readonly ReplaySeat[];
  readonly status: Status;
  readonly commitment: string;
  readonly last: number;
  readonly steps: readonly ReplayStep[];
  readonly card: RecordCard | null;
  readonly saves: boolean;
};

/** Is who sat at a seat. */
export type ReplaySeat = {
  readonly seat: number;
  readonly name: string | null;
  readonly suit: number;
  readonly bot: string | null;
};

/** Is what one entry brought an audience, as it saw it then. */
export type ReplayStep = {
  readonly at: number;
  readonly instant: number;
  readonly parts: Readonly<Record<string, unknown>>;
  readonly told: readonly unknown[];
};
