import type { BonusCode, Options, RuleSetName } from "../../../generated/luckybox";
import type { GameCard, Problem, TableCard } from "../../../generated/messages";
import { call, callText } from "../../../wire/api";

/** Is one face of a deck: nine numbers, and the bonuses at the ends of its lines. */
export type Face = {
  readonly grid: string;
  readonly rows: readonly BonusCode[];
  readonly columns: readonly BonusCode[];
};

/** Is a deck as the server read it; `deck` is what goes into the options. */
export type DeckCard = {
  readonly name: string;
  readonly author: string;
  readonly licence: string;
  readonly faces: number;
  readonly deck: string;
  readonly hash: string;
};

/** Is what the server thinks of some options. */
export type OptionsCard = {
  readonly options: Options;
  readonly houseRules: boolean;
  readonly problem: Problem | null;
  readonly deck: DeckCard | null;
};

/** Is a set of rules that somebody kept under a name. */
export type PresetCard = {
  readonly preset: string;
  readonly game: string;
  readonly name: string;
  readonly options: Options;
  readonly houseRules: boolean;
  readonly by: string;
  readonly own: boolean;
  readonly created: number;
};

export type RuleSetCard = { readonly name: RuleSetName; readonly options: Options };
export type Ranges = Readonly<Record<string, readonly [number, number]>>;
export type LuckyCard = GameCard & { readonly ruleSets: readonly RuleSetCard[]; readonly ranges: Ranges };

const GAME = "luckybox";

/** Asks the server about the rules of Lucky Box, its decks and what people kept. */
export const house = {
  game: async () => {
    const games = (await call("GET", "/api/games")) as readonly LuckyCard[];
    return games.find((one) => one.game === GAME) ?? null;
  },
  check: (options: Options, seats: number | null) =>
    call("POST", `/api/games/${GAME}/options`, { options, seats }) as Promise<OptionsCard>,
  readDeck: (text: string) => call("POST", `/api/games/${GAME}/deck`, { text }) as Promise<DeckCard>,
  change: (table: string, options: Options) =>
    call("PUT", `/api/tables/${table}/options`, { options }) as Promise<OptionsCard>,
  deckOf: (table: string) => callText(`/api/tables/${table}/deck`),
  presets: () => call("GET", "/api/presets") as Promise<readonly PresetCard[]>,
  preset: (preset: string) => call("GET", `/api/presets/${preset}`) as Promise<PresetCard>,
  keep: (name: string, options: Options) =>
    call("POST", "/api/presets", { game: GAME, name, options }) as Promise<PresetCard>,
  drop: (preset: string) => call("DELETE", `/api/presets/${preset}`),
  open: (options: Options, bots: readonly string[], start: boolean) =>
    call("POST", "/api/tables", { game: GAME, options, bots, start }) as Promise<TableCard>,
};
