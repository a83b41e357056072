import { router, tablePath } from "../../router.svelte";
import { newSeal } from "../../table/seals";
import { api } from "../../wire/api";

/** Opens a goal to practise, at a table of its own, and goes there. */
export async function practise(goal: string): Promise<void> {
  const options = { mode: "practice", goal };
  const card = await api.open({ game: "lightningdice", bots: [], start: true, options, seal: newSeal() });
  router.go(tablePath(card.table));
}
