type Sample = { readonly trip: number; readonly offset: number };

const KEPT = 8;

/**
 * Knows what the table's own clock shows. This device's clock is never asked what time it is, only how long things
 * took: the answer that came back fastest says best how far the two are apart.
 */
export class Clock {
  #samples: readonly Sample[] = [];

  /** Takes in what the table's clock showed between two moments of this page. */
  hear(instant: number, sent: number, arrived: number): void {
    const sample = { trip: arrived - sent, offset: instant - (sent + arrived) / 2 };
    const last = this.#samples.at(-1);
    // A device that slept may have stopped counting: what was measured before doesn't hold any more.
    const jumped = last !== undefined && Math.abs(sample.offset - last.offset) > sample.trip + last.trip + 50;
    this.#samples = jumped ? [sample] : [...this.#samples.slice(1 - KEPT), sample];
  }

  /** Tells what the table's clock shows now; null before anything was heard. */
  now(moment = performance.now()): number | null {
    if (this.#samples.length === 0) return null;
    return moment + this.#samples.reduce((best, one) => (one.trip < best.trip ? one : best)).offset;
  }
}
