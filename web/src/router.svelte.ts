/** Is where the page is: the home page, or a table. */
export type Place = { at: "home" } | { at: "table"; table: string };

function read(path: string): Place {
  const table = /^\/t\/([\w-]+)\/?$/.exec(path)?.[1];
  return table === undefined ? { at: "home" } : { at: "table", table };
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
