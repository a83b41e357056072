/**
 * Is where the page is: at home, the rules, a table that is joined or watched, or at a code from another device; or
 * where nothing is.
 */
export type Place =
  | { at: "home" }
  | { at: "rules" }
  | { at: "table"; table: string }
  | { at: "watch"; table: string }
  | { at: "device"; code: string }
  | { at: "nowhere" };

function read(path: string): Place {
  const [, kind, name] = /^\/(t|w|move)\/([\w-]+)\/?$/.exec(path) ?? [];
  if (/^\/rules\/luckybox\/?$/.test(path)) return { at: "rules" };
  if (path === "/") return { at: "home" };
  if (kind === undefined || name === undefined) return { at: "nowhere" };
  if (kind === "move") return { at: "device", code: name };
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
    if (path !== location.pathname) history.pushState(null, "", path);
    this.place = read(path);
    scrollTo(0, 0);
  }

  /** Follows a link of our own without loading a page; clicks that mean a new tab stay the browser's. */
  readonly follow = (event: MouseEvent & { currentTarget: HTMLAnchorElement }): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(event.currentTarget.pathname);
  };
}

export const router = new Router();

export function tablePath(table: string): string {
  return `/t/${table}`;
}

export function watchPath(watch: string): string {
  return `/w/${watch}`;
}

export function devicePath(code: string): string {
  return `/move/${code}`;
}
