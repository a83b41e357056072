/**
 * Keeps the best times of who plays alone in this browser. Of time trials the server has all results, and what stands
 * here is for when it can't be asked. Practice is without a result (LD-5.5): its bests are kept here and nowhere else.
 */
const KEY = "boltbox-dice";

type Best = Readonly<Record<string, number>>;

function load(): Best {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Best;
  } catch {
    return {};
  }
}

/** Is this browser's best time for something played alone, in milliseconds. */
export function bestOf(what: string): number | null {
  return load()[what] ?? null;
}

/** Notes a time, and tells whether it is a new best. */
export function noteTime(what: string, ms: number): boolean {
  const all = load();
  const before = all[what];
  if (before !== undefined && before <= ms) return false;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [what]: ms }));
  } catch {
    // a browser that keeps nothing has no bests
  }
  return before !== undefined;
}
