import { SvelteMap } from "svelte/reactivity";

import { api } from "../../wire/api";

const known = new SvelteMap<string, number | null>();

/** Tells how many rolls a goal needs under the best keeping, once the server has said so; it is asked once. */
export function rollsFor(goal: string): number | null {
  return known.get(goal) ?? null;
}

/** Asks the server how hard a goal is, if that isn't known yet. */
export function askRolls(goal: string): void {
  if (goal === "" || known.has(goal)) return;
  known.set(goal, null);
  void api.goal(goal).then(
    ({ rolls }) => known.set(goal, rolls),
    () => known.delete(goal), // asked again at the next flip
  );
}
