import type { Lobby } from "../generated/messages";

/** Is what this browser saw of a deal before its game began: the proof that nothing was exchanged afterwards. */
export type SeenDeal = {
  readonly commitment: string;
  readonly seals: readonly string[]; // of all who sealed a word, by seat, once they were fixed
  readonly own: { readonly seal: string; readonly word: string | null } | null; // of this page
  readonly digest: string | null; // with which the table said at the end that the record ends
};

const KEY = "boltbox.deals";
const MOST = 50;

/** Lists what this browser saw, the latest first. */
export function seenDeals(): readonly SeenDeal[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(kept) ? (kept as readonly unknown[]).filter(isSeen) : [];
  } catch {
    return []; // a browser that keeps nothing plays too
  }
}

/** Keeps what is shown of a deal before its game. */
export function remember(lobby: Lobby, own: SeenDeal["own"]): void {
  const seen = seenDeals();
  const before = seen.find((one) => one.commitment === lobby.commitment);
  const others = seen.filter((one) => one !== before);
  const seals = lobby.sealed ? lobby.seats.flatMap(({ seal }) => (seal === null ? [] : [seal])) : [];
  // A page that was loaded anew while words are awaited has lost its word, but not what it had shown.
  const mine = own ?? (lobby.sealed ? (before?.own ?? null) : null);
  const now: SeenDeal = { commitment: lobby.commitment, seals, own: mine, digest: null };
  if (JSON.stringify(now) !== JSON.stringify(seen[0])) keep([now, ...others]);
}

/** Keeps the digest that was told at the end, for a deal that was seen before its game. */
export function rememberEnd({ commitment, digest }: Lobby): void {
  const seen = seenDeals();
  if (digest === null || !seen.some((one) => one.commitment === commitment && one.digest === null)) return;
  keep(seen.map((one) => (one.commitment === commitment ? { ...one, digest } : one)));
}

function keep(deals: readonly SeenDeal[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(deals.slice(0, MOST)));
  } catch {
    // then the page that checks has nothing to compare, and says so
  }
}

function isSeen(one: unknown): one is SeenDeal {
  if (typeof one !== "object" || one === null) return false;
  const { commitment, seals, own } = one as Partial<Record<keyof SeenDeal, unknown>>;
  return typeof commitment === "string" && Array.isArray(seals) && typeof own === "object";
}
