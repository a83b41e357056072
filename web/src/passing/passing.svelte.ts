import { untrack } from "svelte";

import type { LobbySeat } from "../generated/messages";
import { announcer } from "../table/announcer.svelte";
import type { Table } from "../table/table.svelte";
import { say } from "../texts";

type Shared = Pick<
  Table<unknown, unknown>,
  "lobby" | "you" | "mine" | "shared" | "started" | "up" | "sitting" | "sit"
>;

/** Is what a game tells of its seats, for those who pass one device round. */
export type Duties = {
  /** Says whether a seat still has to act. */
  readonly acts: (seat: number) => boolean;
  /** Names what is chosen out of sight of the others now; null while all may look. */
  readonly secret: () => string | null;
  /** Names what all answer now, so that each has one turn for each. */
  readonly question: () => string;
};

/**
 * Passes one device from seat to seat. Who answered passes it on to the next one who still has to: at once while all
 * may look, and under a cover where something is chosen in secret. Under the cover the page sits nowhere: what the
 * next one may see is asked for only when that one says to hold the device.
 */
export class Passing {
  readonly table: Shared;
  turns = $state(0); // how often somebody's turn was called
  #wished: number | null = $state(null); // who takes the device next, if it isn't simply the next one
  #taken: { readonly seat: number; readonly secret: string | null } | null = $state.raw(null);
  #from = $state(0); // who had it last
  #byItself = false; // the one who has it was handed it by nobody
  #before: { readonly seat: number | null; readonly acts: boolean } = { seat: null, acts: false };
  #called = ""; // whose turn it was called, for what
  readonly #duties: Duties;

  constructor(table: Shared, duties: Duties) {
    this.table = table;
    this.#duties = duties;
  }

  /** Whether several people play on this device now. */
  readonly on: boolean = $derived.by(() => {
    const { lobby, shared, started } = this.table;
    return shared && started && lobby?.status === "running";
  });

  /** The people on this device, in order. */
  readonly people: readonly LobbySeat[] = $derived.by(
    () => this.table.lobby?.seats.filter(({ seat }) => this.table.mine.includes(seat)) ?? [],
  );

  /** Who comes after the one who has the device or had it last, of those who still have to act. */
  readonly next: LobbySeat | null = $derived.by(() => {
    const acting = this.people.filter(({ seat }) => seat !== this.table.you && this.acts(seat));
    return acting.find(({ seat }) => seat > this.#from) ?? acting[0] ?? null;
  });

  /** Who is asked to take the device; nobody, when all on it have chosen. */
  readonly to: LobbySeat | null = $derived.by(
    () => this.people.find(({ seat }) => seat === this.#wished) ?? this.next,
  );

  readonly #secret: string | null = $derived.by(() => this.#duties.secret());

  /** Whether a choice is secret, and nobody has said yet to hold the device for it. */
  readonly covered: boolean = $derived.by(() => {
    if (!this.on || this.#secret === null) return false;
    const { you } = this.table;
    return you === null || this.#taken?.seat !== you || this.#taken.secret !== this.#secret;
  });

  acts(seat: number): boolean {
    return this.#duties.acts(seat);
  }

  /** Hands the device to somebody who was picked: under a cover, if the choice is secret. */
  hand(seat: number): void {
    if (this.#secret === null) {
      this.#byItself = false;
      if (seat !== this.table.you) this.take(seat);
      return;
    }
    if (seat === this.table.you && !this.covered) return;
    this.#wished = seat;
    this.#getUp();
  }

  /** Sits somebody down who has the device now. */
  take(seat: number): void {
    this.#taken = { seat, secret: this.#secret };
    this.#wished = null;
    this.#from = seat;
    void this.table.sit(seat);
  }

  /** Follows the game, in an effect: passes the device on when somebody has answered, and covers what is secret. */
  follow(): void {
    const { you, up, sitting } = this.table;
    if (!this.on || !up || sitting > 0) return;
    const before = this.#before;
    const acts = you !== null && this.acts(you);
    this.#before = { seat: you, acts };
    const answered = you !== null && before.seat === you && before.acts && !acts;
    // It came to somebody of whom only now it is known that they have answered.
    const idle = you !== null && before.seat !== you && !acts && this.#byItself;
    const { covered, next, to } = this;
    const secret = this.#secret !== null;
    const turn = `${you ?? ""} ${this.#duties.question()}`;
    untrack(() => {
      if (acts && !secret) this.#call(turn);
      if (you !== null) this.#from = you;
      // Who has the device when a secret choice begins is the first to choose.
      if (secret && covered && acts && !answered) this.#wished = you;
      if (secret && (answered || covered)) this.#getUp();
      else if (!secret && you === null) this.#pass((to ?? this.people[0])?.seat ?? 0);
      else if (!secret && (answered || idle) && next !== null) this.#pass(next.seat);
    });
  }

  #pass(seat: number): void {
    this.#byItself = true;
    this.take(seat);
  }

  /** Calls whose turn it is, once; under a cover the cover does. */
  #call(turn: string): void {
    if (turn === this.#called) return;
    this.#called = turn;
    const name = this.people.find(({ seat }) => seat === this.table.you)?.name ?? "";
    announcer.say(say("pass.turn", { name }));
    this.turns += 1;
  }

  #getUp(): void {
    this.#taken = null;
    if (this.table.you !== null) void this.table.sit(null);
  }
}
