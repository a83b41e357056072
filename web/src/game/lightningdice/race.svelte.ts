import type { Call, GameAction, GameParts, GameTold, SeatPart } from "../../generated/lightningdice";
import { say } from "../../texts";
import type { Table } from "../../table/table.svelte";

export type DiceTable = Table<GameParts, GameTold>;

/** Is one of the own six dice as it lies. */
export type OwnDie = {
  readonly value: number | null;
  readonly state: "hand" | "rolling" | "rest" | "kept";
};

export const SIX = [0, 1, 2, 3, 4, 5] as const;

/**
 * Is what the own seat can do in a race, and what its presses ask for. Nothing here knows what dice are worth: the
 * server says what can be done, and dates every press.
 */
export class Race {
  readonly table: DiceTable;
  #wanted: ReadonlySet<number> | null = $state.raw(null); // dice kept as pressed, until all is answered
  #keeping = $state(0); // presses that wait for their answer
  rolling = $state(false); // pressed, and not answered yet
  calling: Call | null = $state(null); // the same for a call

  constructor(table: DiceTable) {
    this.table = table;
  }

  readonly head = $derived.by(() => this.table.parts.head);
  readonly ask = $derived.by(() => this.table.parts.ask);
  readonly own = $derived.by(() => this.table.parts.own);

  readonly seat: SeatPart | undefined = $derived.by(() => {
    const you = this.table.you;
    return you === null ? undefined : this.table.parts[`seat${you}`];
  });

  /** Which dice are kept, as pressed. */
  readonly kept: ReadonlySet<number> = $derived.by(() => this.#wanted ?? new Set(this.seat?.kept ?? []));

  readonly dice: readonly OwnDie[] = $derived.by(() => {
    const seat = this.seat;
    if (seat === undefined) return SIX.map(() => ({ value: null, state: "hand" as const }));
    const moving = seat.rolling?.dice ?? [];
    return SIX.map((place) => {
      const value = seat.values[place] ?? 0;
      const kept = this.kept.has(place) && value > 0;
      // Who pressed has the dice in motion at once; where they stop is the server's to say.
      if (moving.includes(place) || (this.rolling && !kept))
        return { value: null, state: "rolling" as const };
      if (value === 0) return { value: null, state: "hand" as const };
      return { value, state: kept ? ("kept" as const) : ("rest" as const) };
    });
  });

  /** How many dice the next roll takes. */
  readonly thrown = $derived.by(
    () => SIX.length - [...this.kept].filter((place) => this.#lies(place)).length,
  );

  readonly canRoll = $derived.by(() => (this.ask?.roll ?? false) && !this.rolling && this.thrown > 0);

  #lies(place: number): boolean {
    return (this.seat?.values[place] ?? 0) > 0;
  }

  canCall(call: Call): boolean {
    return (this.ask?.calls.includes(call) ?? false) && this.calling === null && !this.rolling;
  }

  /** Sets a die aside, or lets it go; several may be pressed before the first is answered. */
  toggle(place: number): void {
    if (!(this.ask?.keep.includes(place) ?? false) || this.rolling) return;
    const wanted = new Set(this.kept);
    if (!wanted.delete(place)) wanted.add(place);
    this.#wanted = wanted;
    this.#keeping += 1;
    const dice = [...wanted].sort((a, b) => a - b);
    void this.#send({ t: "keep", dice }, `die-${place}`, performance.now()).then(() => {
      this.#keeping -= 1;
      if (this.#keeping === 0) this.#wanted = null;
    });
  }

  /** Throws what isn't kept. `moment` is when it was pressed, as the page counts time. */
  roll(moment: number): void {
    const { head } = this;
    if (head === undefined || !this.canRoll) return;
    this.rolling = true;
    void this.#send({ t: "roll", goal: head.goal }, "roll", moment).then(() => {
      this.rolling = false;
    });
  }

  /** Calls out; `number` is whom a thunder names. */
  call(call: Call, number: number, moment: number): void {
    if (!this.canCall(call)) return;
    this.calling = call;
    void this.#send({ t: "claim", call, number }, `call-${call}`, moment).then(() => {
      this.calling = null;
    });
  }

  async #send(action: GameAction, thing: string, moment: number): Promise<boolean> {
    const decision = this.ask?.decision;
    if (decision === undefined) return false;
    if (this.table.paused) {
      this.table.object(say("pause.still"), thing);
      return false;
    }
    return await this.table.press(decision, action, thing, moment);
  }
}
