const PATIENCE_MS = 4_000; // a browser that fetches nothing newer in this time is asked in another way

type Update = (reload: boolean) => Promise<void>;

/**
 * Is the page's shell as the browser keeps it: with it the page opens without a network. A newer one waits until a
 * person says so, or a game would be torn up in the middle.
 */
class Shell {
  waiting = $state(false); // a newer shell is here and waits for the word
  #update: Update | null = null;

  /** Lets the browser keep the shell, where it may: not at an address of the room, which has no secure context. */
  async keep(): Promise<void> {
    if (!("serviceWorker" in navigator) || !isSecureContext || import.meta.env.DEV) return;
    const { registerSW } = await import("virtual:pwa-register");
    this.#update = registerSW({
      onNeedRefresh: () => {
        this.waiting = true;
      },
    });
  }

  /** Says the word: the newer shell takes over, and the page is loaded anew. */
  async use(): Promise<void> {
    await this.#update?.(true);
  }
}

export const shell = new Shell();

/** Loads the page anew, and never again as the browser kept it: a newer server is there. */
export async function loadAnew(): Promise<void> {
  const kept = "serviceWorker" in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  if (kept === undefined) {
    location.reload();
    return;
  }
  const until = performance.now() + PATIENCE_MS;
  await kept.update().catch(() => undefined);
  while (kept.waiting === null && kept.installing !== null && performance.now() < until) {
    await new Promise((go) => setTimeout(go, 100));
  }
  if (kept.waiting === null) await kept.unregister();
  else await shell.use();
  location.reload();
}
