import type { BonusCode, GameAction, GameTold, Refilling, SeatPart } from "../../generated/luckybox";
import { preferences } from "../../preferences.svelte";
import type { CellChoice, LuckyTable } from "./view";
import { byQuestion, isCellChoice, isDigit, thingOf } from "./view";

const NO_CHOICES: ReadonlyMap<number, CellChoice> = new Map();
// What a seat does, by whatever hand.
const DEEDS: ReadonlySet<GameTold["t"]> = new Set([
  "ready",
  "crossed",
  "passed",
  "bonusDeclined",
  "takenBack",
  "doneSaid",
  "timeRanOut",
]);
const DOUBLE_MS = 350; // a second tap on the same thing so soon is the same tap

/** Is what this seat may do now, and what its taps ask for. Which taps are right is never decided here. */
export class Turn {
  readonly table: LuckyTable;
  patient = $state(false); // Done waits for a press, because it is being explained
  #picked: BonusCode | null = $state(null);
  #mark: number | null = $state(null); // the question for which a question mark goes before cheaper ways
  #mine = $state(false); // the latest deed of this seat was this very page's: no other tab's, and none from before
  #of: number | null = null; // the seat of that deed
  #last = { thing: "", at: 0 };

  constructor(table: LuckyTable) {
    this.table = table;
    table.hearing.listen((told, own) => {
      if (!DEEDS.has(told.t) || !("seat" in told) || told.seat !== table.you) return;
      this.#mine = own;
      this.#of = table.you;
    });
  }

  /** Forgets what was about to be done from another seat of this device. */
  sitDown(): void {
    this.#picked = null;
    this.#mark = null;
    this.#mine &&= this.#of === this.table.you;
  }

  readonly ask = $derived.by(() => this.table.parts.ask);

  readonly seat: SeatPart | undefined = $derived.by(() => {
    const you = this.table.you;
    return you === null ? undefined : this.table.parts[`seat${you}`];
  });

  readonly ruleSet = $derived.by(() => this.table.parts.rules?.options.ruleSet ?? "classic");

  /** Whether a question mark can be spent on this draw. */
  readonly canMark = $derived.by(
    () => this.ask?.choices.some((choice) => isCellChoice(choice) && byQuestion(choice)) ?? false,
  );

  /** Whether the next tap spends a question mark even where a cheaper way leads. */
  readonly marking = $derived.by(() => this.canMark && this.#mark === this.ask?.decision);

  /** The waiting bonuses, each kind once. */
  readonly codes: readonly BonusCode[] = $derived.by(() => {
    const codes = [...new Set((this.seat?.due ?? []).map((due) => due.code))];
    // In `chengdu` one extra mark is like another (LB-4.3).
    const alike = this.ruleSet === "chengdu" && codes.every(isDigit);
    return alike ? codes.slice(0, 1) : codes;
  });

  /** The bonus that the next tap spends. */
  readonly code: BonusCode | null = $derived.by(() =>
    this.#picked !== null && this.codes.includes(this.#picked) ? this.#picked : (this.codes[0] ?? null),
  );

  readonly #byBox: ReadonlyMap<number, ReadonlyMap<number, CellChoice>> = $derived.by(() => {
    const found = new Map<number, Map<number, CellChoice>>();
    for (const choice of this.ask?.choices ?? []) {
      if (!isCellChoice(choice)) continue;
      if (choice.action.t === "bonus" && choice.action.code !== this.code) continue;
      const { box, cell } = choice.action;
      const cells = found.get(box) ?? new Map<number, CellChoice>();
      found.set(box, cells);
      // Ways to the same cell come cheapest first, a question mark last.
      if (!cells.has(cell) || (this.marking && byQuestion(choice))) cells.set(cell, choice);
    }
    return found;
  });

  readonly canPass = $derived.by(() => this.#offers("pass"));
  readonly canDecline = $derived.by(() => this.#offers("decline"));
  readonly canDone = $derived.by(() => this.ask?.kind === "confirm");
  readonly canCross = $derived.by(() => this.#byBox.size > 0);
  readonly back = $derived.by(() => this.ask?.back ?? 0);

  pick(code: BonusCode): void {
    this.#picked = code;
  }

  /** Puts a question mark before every cheaper way, for this question, or behind them again. */
  mark(on: boolean): void {
    this.#mark = on ? (this.ask?.decision ?? null) : null;
  }

  choices(box: number): ReadonlyMap<number, CellChoice> {
    return this.#byBox.get(box) ?? NO_CHOICES;
  }

  /** Sends the choice under a tap; where there is none, what the tap meant, so that the refusal says why. */
  tap(box: number, cell: number): void {
    const thing = thingOf(box, cell);
    const now = performance.now();
    const twice = this.#last.thing === thing && now - this.#last.at < DOUBLE_MS;
    this.#last = { thing, at: now };
    if (twice) return;
    const choice = this.choices(box).get(cell);
    if (choice !== undefined) this.send(choice.action, thing);
    else if (this.code !== null) this.send({ t: "bonus", code: this.code, box, cell }, thing);
    else this.send({ t: "cross", box, cell, way: "drawn" }, thing);
  }

  pass(): void {
    this.send({ t: "pass" }, "pass");
  }

  done(): void {
    this.send({ t: "done" }, "done");
  }

  decline(): void {
    if (this.code !== null) this.send({ t: "decline", code: this.code }, "decline");
  }

  /** Takes back the last own step, or all of them. */
  takeBack(all: boolean): void {
    const steps = this.seat?.steps ?? 0;
    this.send({ t: "takeBack", to: all ? 0 : Math.max(0, steps - 1) }, "takeBack");
  }

  choose(boxes: readonly number[]): void {
    this.send({ t: "choose", boxes }, "choose");
  }

  refill(wish: Refilling): void {
    this.send({ t: "refill", ...wish }, "refill");
  }

  /** Asks to confirm, once for each stay: so a slip can be mended even by who plays alone (LB-3.7). */
  confirm(): void {
    this.send({ t: "confirm", on: true }, "confirm");
  }

  /** Whether Done waits for a press. */
  get pressDone(): boolean {
    return preferences.pressDone || this.patient;
  }

  /**
   * What comes by itself after a moment: Done, and Pass where no box is open. Only for who plays on this very page;
   * what was done elsewhere, or before a reload, waits for a press.
   */
  readonly comes: "done" | "pass" | null = $derived.by(() => {
    if (this.pressDone || !this.#mine) return null;
    if (this.canDone) return "done";
    return this.canPass && this.seat?.boxes.length === 0 ? "pass" : null;
  });

  /** What comes by itself now, if nothing holds it up. */
  get coming(): "done" | "pass" | null {
    const { up, pressed, paused } = this.table;
    return up && pressed === null && !paused ? this.comes : null;
  }

  send(action: GameAction, thing: string): void {
    const decision = this.ask?.decision;
    if (decision !== undefined) void this.table.act(decision, action, thing);
  }

  #offers(kind: GameAction["t"]): boolean {
    return this.ask?.choices.some((choice) => choice.action.t === kind) ?? false;
  }
}
