// Written by scripts/make_types.py from the server's types; don't edit.

import type { Problem } from "./messages";

/** Is the body of POST /api/games/{game}/options: asks whether a game can be played like this. */
export type OptionsAsked = {
  readonly options: unknown;
  readonly seats?: number | null;
};

/** Is the body of PUT /api/tables/{table}/options, for the host before the start. */
export type OptionsChange = {
  readonly options: unknown;
};

/** Is the body of POST /api/games/{game}/deck: a deck as a person wrote it. */
export type DeckText = {
  readonly text: string;
};

/** Is the body of POST /api/presets: keeps options under a name, for later tables and for others. */
export type NewPreset = {
  readonly game: string;
  readonly name: string;
  readonly options: unknown;
};

/** Is what is agreed, or could be: POST /api/games/{game}/options and /api/tables/{table}/options. */
export type OptionsCard = {
  readonly options: unknown;
  readonly houseRules: boolean;
  readonly problem: Problem | null;
  readonly deck: DeckCard | null;
};

/** Is a deck with all that is in it: POST /api/games/{game}/deck. */
export type DeckCard = {
  readonly name: string;
  readonly author: string;
  readonly licence: string;
  readonly faces: number;
  readonly deck: unknown;
  readonly hash: string;
};

/** Is a preset: POST and GET /api/presets (the asker's own), GET /api/presets/{preset}. */
export type PresetCard = {
  readonly preset: string;
  readonly game: string;
  readonly name: string;
  readonly options: unknown;
  readonly houseRules: boolean;
  readonly by: string;
  readonly own: boolean;
  readonly created: number;
};

/** Is a goal of Lightning Dice with how hard it is: GET /api/goals, GET /api/goals/{goal}. */
export type GoalWorth = {
  readonly goal: string;
  readonly rolls: number;
  readonly sides: readonly Side[];
};

/** Is what a goal asks for, or one of two such things joined by `&` (LD-7.1). */
export type Side = {
  readonly form: "set" | "shape" | "sum" | "word";
  readonly text: string;
  readonly number: number;
};
