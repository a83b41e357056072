import type { Day } from "../generated/days";
import { Clock } from "../table/clock";
import { api } from "../wire/api";

/** Is a day's deal as the server last told it, and how long it stays open by the server's clock, never this device's. */
export class DayOfPage {
  readonly which: string | null; // null: today
  day: Day | null = $state.raw(null);
  left = $state(0); // milliseconds
  readonly #clock = new Clock();

  constructor(which: string | null = null) {
    this.which = which;
  }

  async load(): Promise<void> {
    const sent = performance.now();
    const day = await (this.which === null ? api.today() : api.day(this.which));
    this.#clock.hear(day.now, sent, performance.now());
    this.day = day;
    this.look();
  }

  /** Looks at the clock again, and tells whether the day is over that was open. */
  look(): boolean {
    if (this.day === null) return false;
    const now = this.#clock.now() ?? this.day.now;
    this.left = Math.max(0, this.day.closes - now);
    return this.left === 0 && this.day.now < this.day.closes;
  }
}
