import type { Options, RuleSetName } from "../../../generated/luckybox";
import type { Problem } from "../../../generated/messages";
import { ApiProblem } from "../../../wire/api";
import { differing, plainOf, restored, type Topic, topicOf, trimmed } from "./topics";
import type { OptionsCard, RuleSetCard } from "./wire";

const WAIT_MS = 200; // who taps a stepper five times asks once

// What somebody changed in one rule set and means in the other one as well.
const COMMON: readonly Topic[] = ["rounds", "start", "boxPoints", "bonusOptional", "deck", "decks"];

type Check = (options: Options, seats: number | null) => Promise<OptionsCard>;

/** Is what a host thinks of playing by: each change is shown to the server, which knows what is wrong with it. */
export class Draft {
  options: Options;
  problem: Problem | null = $state.raw(null);
  unreached = $state(false); // the last change couldn't be checked
  unread = $state(false); // an own deck is written, and isn't one that can be read
  takes = $state(0); // how often other rules were taken at once: what is half written then has gone

  readonly #ruleSets: readonly RuleSetCard[];
  readonly #seats: number | null;
  readonly #check: Check;
  readonly #left = new Map<RuleSetName, Options>(); // as they were when another rule set was looked at
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;

  constructor(options: Options, ruleSets: readonly RuleSetCard[], seats: number | null, check: Check) {
    this.options = $state.raw(options);
    this.#ruleSets = ruleSets;
    this.#seats = seats;
    this.#check = check;
    this.#ask();
  }

  /** The rule set as it is. */
  get plain(): Options {
    return plainOf(this.#ruleSets, this.options.ruleSet) ?? this.options;
  }

  /** What is otherwise than the rule set has it. */
  get changed(): readonly Topic[] {
    return differing(this.options, this.plain);
  }

  /** What the problem is about, if it is about one thing that can be edited. */
  get wrong(): Topic | null {
    return this.problem === null ? null : topicOf(this.problem.thing);
  }

  /** The options as they are sent: a list says nothing twice at its end. */
  get wanted(): Options {
    const { options } = this;
    return {
      ...options,
      boxPoints: trimmed(options.boxPoints),
      starPoints: trimmed(options.starPoints),
      moonPoints: { ...options.moonPoints, solo: trimmed(options.moonPoints.solo) },
    };
  }

  set(change: Partial<Options>): void {
    this.options = { ...this.options, ...change };
    this.#ask();
  }

  /** Plays by other rules altogether: those that somebody kept, say. */
  take(options: Options): void {
    this.unread = false;
    this.takes += 1;
    this.set(options);
  }

  reset(topic: Topic): void {
    const options = restored(this.options, topic, this.plain);
    if (topic === "deck") this.take(options);
    else this.set(options);
  }

  resetAll(): void {
    this.take(this.plain);
  }

  /** Changes the rule set; what is common to both comes along, and coming back finds everything as it was. */
  play(ruleSet: RuleSetName): void {
    const { options, plain, changed } = this;
    if (ruleSet === options.ruleSet) return;
    this.#left.set(options.ruleSet, options);
    const other = plainOf(this.#ruleSets, ruleSet);
    if (other === null) return;
    const dropped = changed.filter((topic) => !COMMON.includes(topic));
    const kept = dropped.reduce((rest, topic) => restored(rest, topic, plain), options);
    const fresh = COMMON.filter((topic) => changed.includes(topic)).reduce(
      (rest, topic) => restored(rest, topic, kept),
      other,
    );
    const next = this.#left.get(ruleSet) ?? fresh;
    if (next.deck === options.deck) this.set(next);
    else this.take(next);
  }

  /** Notes what the server said against what was to be saved. */
  deny(error: unknown): void {
    this.problem = error instanceof ApiProblem ? error.problem : null;
    this.unreached = this.problem === null;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#count += 1;
  }

  #ask(): void {
    clearTimeout(this.#timer);
    const count = ++this.#count;
    this.#timer = setTimeout(() => {
      void this.#check(this.wanted, this.#seats).then(
        (card) => {
          if (count !== this.#count) return;
          this.unreached = false;
          this.problem = card.problem;
        },
        (error: unknown) => {
          if (count === this.#count) this.deny(error);
        },
      );
    }, WAIT_MS);
  }
}
