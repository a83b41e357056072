type Listener<Told> = (told: Told, own: boolean) => void;

/** Passes on what is told, once and in order, to everything that shows, sounds or says it. */
export class Hearing<Told> {
  readonly #listeners = new Set<Listener<Told>>();

  /** Listens from now on; what comes back ends that. */
  listen(listener: Listener<Told>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells everybody; `own` is what came of something that this very page asked for. */
  tell(told: Told, own: boolean): void {
    for (const listener of [...this.#listeners]) listener(told, own);
  }
}
