import type { Deck, Options, RuleSetName } from "../../../generated/luckybox";
import type { DeckCard as AnyDeckCard, OptionsCard as AnyOptionsCard } from "../../../generated/house";
import type { GameCard } from "../../../generated/messages";
import { call, callText } from "../../../wire/api";

// What the server says of any game's options, as Lucky Box has them.
export type DeckCard = Omit<AnyDeckCard, "deck"> & { readonly deck: string | Deck };
export type OptionsCard = Omit<AnyOptionsCard, "options" | "deck"> & {
  readonly options: Options;
  readonly deck: DeckCard | null;
};
export type RuleSetCard = { readonly name: RuleSetName; readonly options: Options };
export type LuckyCard = Omit<GameCard, "ruleSets"> & { readonly ruleSets: readonly RuleSetCard[] };
export type Ranges = LuckyCard["ranges"];

const GAME = "luckybox";

/** Asks the server about the rules of Lucky Box and about its decks. */
export const house = {
  game: async () => {
    const games = (await call("GET", "/api/games")) as readonly LuckyCard[];
    return games.find((one) => one.game === GAME) ?? null;
  },
  check: (options: Options, seats: number | null) =>
    call("POST", `/api/games/${GAME}/options`, { options, seats }) as Promise<OptionsCard>,
  readDeck: (text: string) => call("POST", `/api/games/${GAME}/deck`, { text }) as Promise<DeckCard>,
  agreed: (table: string) => call("GET", `/api/tables/${table}/options`) as Promise<OptionsCard>,
  change: (table: string, options: Options) =>
    call("PUT", `/api/tables/${table}/options`, { options }) as Promise<OptionsCard>,
  deckOf: (table: string) => callText(`/api/tables/${table}/deck`),
};
