import type { PresetCard } from "../generated/house";
import { call } from "../wire/api";

/** Asks the server about rules that people keep under a name, of any game. */
export const presets = {
  own: () => call("GET", "/api/presets") as Promise<readonly PresetCard[]>,
  one: (preset: string) => call("GET", `/api/presets/${preset}`) as Promise<PresetCard>,
  keep: (game: string, name: string, options: unknown) =>
    call("POST", "/api/presets", { game, name, options }) as Promise<PresetCard>,
  drop: (preset: string) => call("DELETE", `/api/presets/${preset}`),
};
