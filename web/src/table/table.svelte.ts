import type { ClockPart, TableTold } from "../generated/clock";
import type { Lobby, Refused, ServerMessage, Step, Welcome } from "../generated/messages";
import { Talk } from "../talk/talk.svelte";
import { say, sayRefusal } from "../texts";
import type { Answer, Line, Listener, Request, Socket } from "../wire/line";
import { Line as WireLine, openSocket } from "../wire/line";
import { Clock } from "./clock";
import { Hearing } from "./hearing";
import { Sealing } from "./seals";
import { isTableTold } from "./telling";

/** Is an action that was pressed and isn't answered yet. */
export type Pressed = { readonly action: unknown; readonly thing: string };

/** Is why a tap did nothing, and the thing that was tapped. */
export type Objection = {
  readonly words: string;
  readonly thing: string;
  readonly code: string | null; // of the refusal; null: the page itself objects
  readonly count: number;
};

/** Are the parts that every game's table has. */
export type TableParts = { readonly clock: ClockPart };

/** Is a table of whichever game, for what is the same at all of them. */
export type AnyTable = Table<object, unknown>;

/**
 * Is one table as this screen knows it. Data flows one way: a frame's parts are assigned first, then its told go, in
 * order, to whoever listens (animation, sound, live region, feed); nothing ever waits for them.
 */
export class Table<Parts, Told> {
  readonly id: string;
  readonly hearing = new Hearing<Told>(); // of the game
  readonly company = new Hearing<TableTold>(); // of the table itself: who is away, what stands still
  readonly clock = new Clock();
  readonly talk: Talk;

  parts: Partial<Parts & TableParts> = $state.raw({});
  lobby: Lobby | null = $state.raw(null);
  welcome: Welcome | null = $state.raw(null);
  up = $state(false);
  everUp = $state(false);
  tried = $state(false); // and got no line, this time or ever
  outdated = $state(false); // the server speaks another protocol: nothing works before a reload
  newer = $state(false); // the server was updated since the page was loaded, and still understands it
  full: Refused | null = $state.raw(null); // the server takes no more connections just now
  pressed: Pressed | null = $state.raw(null);
  objection: Objection | null = $state.raw(null);
  gone: Refused | null = $state.raw(null); // the table can't be opened at all
  sitting = $state(0); // how many wishes to sit elsewhere on this device aren't answered yet

  #held: Lobby | null = null; // says where this page sits, and waits for what is seen from there
  #version: number | null = null;
  #objections = 0;
  #build: string | null = null;
  readonly #line: Line;
  readonly #sealing = new Sealing((request) => this.#line.ask(request));

  constructor(id: string, socket: Socket = openSocket(id)) {
    this.id = id;
    this.talk = new Talk(id);
    const listener: Listener = {
      message: (message) => {
        this.#hear(message);
      },
      up: (up) => {
        this.up = up;
        this.tried = !up;
        if (up) this.everUp = true;
      },
      seen: () => this.#version,
      seat: () => (this.shared && this.started ? this.you : null),
      outdated: () => {
        this.outdated = true;
      },
      clock: (instant, sent, arrived) => {
        this.clock.hear(instant, sent, arrived);
      },
    };
    this.#line = new WireLine(socket, listener);
  }

  /** Says whether the whole view is here; before the start there is none. */
  get started(): boolean {
    return Object.keys(this.parts).length > 0;
  }

  /** The seat of this screen; none while it only watches. */
  get you(): number | null {
    return this.lobby === null ? (this.welcome?.seat ?? null) : this.lobby.you;
  }

  /** Says whether the game stands still for everybody. */
  get paused(): boolean {
    return this.lobby?.paused ?? false;
  }

  /** The seats on this device: one, or several in pass and play. */
  get mine(): readonly number[] {
    return this.lobby?.mine ?? [];
  }

  /** Says whether several people play on this device. */
  get shared(): boolean {
    return this.mine.length > 1;
  }

  /** Says whether who sits here opened the table, or was passed it. */
  get hosts(): boolean {
    const host = this.lobby?.host ?? null;
    return host !== null && (host === this.you || this.mine.includes(host));
  }

  /**
   * Sends an action, unless one waits for its answer: what a person taps before they see what came of the last tap
   * isn't meant for what comes of it.
   */
  async act(decision: number, action: unknown, thing: string): Promise<boolean> {
    if (this.pressed !== null) {
      // While the line is down the first tap is the one that counts; else a double tap is no news.
      if (!this.up && this.pressed.thing !== thing) this.object(say("line.first"), thing);
      return false;
    }
    if (this.paused) {
      this.object(say("pause.still"), thing);
      return false;
    }
    this.pressed = { action, thing };
    this.objection = null;
    const answer = await this.#line.ask({ t: "act", decision, action });
    this.pressed = null;
    if (!answer.done && answer.refused !== null) this.#deny(answer.refused, thing);
    return answer.done;
  }

  /**
   * Sends a press of a game in real time. Several may be on their way; `moment` is when it was pressed, as this page
   * counts time.
   */
  async press(decision: number, action: unknown, thing: string, moment: number): Promise<boolean> {
    this.objection = null;
    const pressed = Math.round(this.clock.now(moment) ?? 0) || null;
    const answer = await this.#line.ask({ t: "act", decision, action, pressed });
    if (!answer.done && answer.refused !== null) this.#deny(answer.refused, thing);
    return answer.done;
  }

  /** Asks for something about the table itself: a seat, a bot, the start. */
  async ask(request: Request): Promise<Answer> {
    this.objection = null;
    const answer = await this.#line.ask(request);
    if (!answer.done && answer.refused !== null) this.#deny(answer.refused, request.t);
    return answer;
  }

  /** Sits at another seat of this device, or at none; what is seen from there comes with the answer. */
  async sit(seat: number | null): Promise<void> {
    this.sitting += 1;
    this.objection = null;
    const answer = await this.#line.ask({ t: "sit", seat });
    this.sitting -= 1;
    if (this.sitting === 0) this.#show();
    if (!answer.done && answer.refused !== null) this.#deny(answer.refused, "sit");
  }

  /** Says beside a thing that was tapped why nothing comes of it. */
  object(words: string, thing: string, code: string | null = null): void {
    this.objection = { words, thing, code, count: ++this.#objections };
  }

  /** Makes sure of the line when the page is looked at again. */
  wake(): void {
    this.#line.wake();
  }

  lost(): void {
    this.#line.lost();
  }

  resume(): void {
    this.#line.resume();
  }

  close(): void {
    this.#line.close();
  }

  #deny(refused: Refused, thing: string): void {
    this.object(sayRefusal(refused), thing, refused.code);
  }

  #hear(message: ServerMessage): void {
    switch (message.t) {
      case "welcome":
        this.welcome = message;
        this.full = null;
        this.#sealing.greet();
        this.#build ??= message.build;
        this.newer = message.build !== this.#build;
        return;
      case "lobby":
        this.#held = message;
        this.#sealing.hear(message);
        // Another seat and what is seen from it must come at once, or one would be shown as the other's.
        if (this.sitting === 0) this.#show();
        return;
      case "whole":
        this.#show();
        this.parts = message.parts as Partial<Parts & TableParts>;
        this.#version = message.version;
        this.#tell(message.told ?? [], false);
        return;
      case "step":
        this.#step(message);
        return;
      case "refused":
        this.#turnAway(message);
        return;
      case "reacted":
      case "said":
        this.talk.hear(message, this.#line.waits(message.for) || this.#mine(message.seat));
        return;
      case "talk":
        this.talk.recall(message.said, (said) => this.#mine(said.seat));
        return;
      case "already":
      case "pong":
      case "probe":
        return;
    }
  }

  #show(): void {
    this.lobby = this.#held ?? this.lobby;
    this.#held = null;
  }

  #mine(seat: number | null): boolean {
    return seat !== null && (seat === this.you || this.mine.includes(seat));
  }

  #turnAway(refused: Refused): void {
    if (refused.for !== null) return; // whoever asked says why
    if (refused.code === "too_many_connections") {
      this.full = refused; // the line tries again by itself
    } else if (refused.code === "unknown_table" || refused.code === "try_first") {
      this.gone = refused; // coming back wouldn't help
      this.#line.close();
    } else {
      this.#deny(refused, "");
    }
  }

  #step({ version, parts, told, for: asked }: Step): void {
    const next = (this.#version ?? 0) + 1;
    if (version < next) return; // came twice
    if (version > next) {
      this.#line.greet(); // a frame was lost: only the whole view mends that
      return;
    }
    this.#version = version;
    this.parts = { ...this.parts, ...(parts as Partial<Parts & TableParts>) };
    this.#tell(told, this.#line.waits(asked));
  }

  #tell(told: readonly unknown[], own: boolean): void {
    for (const one of told) {
      if (isTableTold(one)) this.company.tell(one, own);
      else this.hearing.tell(one as Told, own);
    }
  }
}
