/**
 * Is where the page is: at home, the rules, a table that is joined or watched, rules that somebody shares, a day's
 * deal, one's games alone, or at a code from another device; or where nothing is.
 */
export type Place =
  | { at: "home" }
  | { at: "rules"; game: "luckybox" | "lightningdice" }
  | { at: "table"; table: string }
  | { at: "watch"; table: string }
  | { at: "device"; code: string }
  | { at: "look"; game: string }
  | { at: "records" }
  | { at: "preset"; preset: string }
  | { at: "verify"; door: string | null }
  | { at: "day"; day: string | null } // null: today
  | { at: "solo" }
  | { at: "nowhere" };

function read(path: string): Place {
  const [, kind, name] = /^\/(t|w|p|move|look|verify)\/([\w-]+)\/?$/.exec(path) ?? [];
  const [, game] = /^\/rules\/(luckybox|lightningdice)\/?$/.exec(path) ?? [];
  if (game !== undefined) return { at: "rules", game: game as "luckybox" | "lightningdice" };
  if (path === "/") return { at: "home" };
  if (/^\/verify\/?$/.test(path)) return { at: "verify", door: null };
  if (/^\/look\/?$/.test(path)) return { at: "records" };
  if (/^\/today\/?$/.test(path)) return { at: "day", day: null };
  if (/^\/solo\/?$/.test(path)) return { at: "solo" };
  const [, day] = /^\/days\/(\d{4}-\d\d-\d\d)\/?$/.exec(path) ?? [];
  if (day !== undefined) return { at: "day", day };
  if (kind === undefined || name === undefined) return { at: "nowhere" };
  if (kind === "look") return { at: "look", game: name };
  if (kind === "move") return { at: "device", code: name };
  if (kind === "verify") return { at: "verify", door: name };
  if (kind === "p") return { at: "preset", preset: name };
  return { at: kind === "t" ? "table" : "watch", table: name };
}

class Router {
  place: Place = $state.raw(read(location.pathname));

  constructor() {
    addEventListener("popstate", () => {
      this.place = read(location.pathname);
    });
  }

  go(path: string): void {
    if (path !== location.pathname + location.search) history.pushState(null, "", path);
    this.place = read(location.pathname);
    scrollTo(0, 0);
  }

  /** Follows a link of our own without loading a page; clicks that mean a new tab stay the browser's. */
  readonly follow = (event: MouseEvent & { currentTarget: HTMLAnchorElement }): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(event.currentTarget.pathname + event.currentTarget.search);
  };
}

export const router = new Router();

export function tablePath(table: string): string {
  return `/t/${table}`;
}

export function watchPath(watch: string): string {
  return `/w/${watch}`;
}

/** Is where a finished game is looked back at: by the link for watching its table, or by a record's id. */
export function lookPath(game: string, seat: number | null = null, at: number | null = null): string {
  const query = new URLSearchParams();
  if (seat !== null) query.set("seat", String(seat));
  if (at !== null) query.set("at", String(at));
  return `/look/${game}${query.size > 0 ? `?${query}` : ""}`;
}

export function verifyPath(door: string): string {
  return `/verify/${door}`;
}

export function dayPath(day: string): string {
  return `/days/${day}`;
}

export function devicePath(code: string): string {
  return `/move/${code}`;
}

export function presetPath(preset: string): string {
  return `/p/${preset}`;
}
