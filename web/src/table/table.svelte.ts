import type { Lobby, Refused, ServerMessage, Welcome } from "../generated/messages";
import type { Answer, Line, Listener, Request, Socket } from "../wire/line";
import { Line as WireLine, openSocket } from "../wire/line";
import { Hearing } from "./hearing";

/** Is an action that was pressed and isn't answered yet. */
export type Pressed = { readonly action: unknown; readonly thing: string };

/** Is why a tap did nothing, and the thing that was tapped. */
export type Objection = { readonly refused: Refused; readonly thing: string; readonly count: number };

/**
 * Is one table as this screen knows it. Data flows one way: a frame's parts are assigned first, then its told go, in
 * order, to whoever listens (animation, sound, live region, feed); nothing ever waits for them.
 */
export class Table<Parts, Told> {
  readonly id: string;
  readonly hearing = new Hearing<Told>();

  parts: Partial<Parts> = $state.raw({});
  lobby: Lobby | null = $state.raw(null);
  welcome: Welcome | null = $state.raw(null);
  up = $state(false);
  everUp = $state(false);
  outdated = $state(false);
  pressed: Pressed | null = $state.raw(null);
  objection: Objection | null = $state.raw(null);
  gone: Refused | null = $state.raw(null); // the table can't be opened at all

  #version: number | null = null;
  #objections = 0;
  readonly #line: Line;

  constructor(id: string, socket: Socket = openSocket(id)) {
    this.id = id;
    const listener: Listener = {
      message: (message) => {
        this.#hear(message);
      },
      up: (up) => {
        this.up = up;
        if (up) this.everUp = true;
      },
      seen: () => this.#version,
      outdated: () => {
        this.outdated = true;
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
    return this.lobby?.you ?? this.welcome?.seat ?? null;
  }

  /**
   * Sends an action, unless one waits for its answer: what a person taps before they see what came of the last tap
   * isn't meant for what comes of it.
   */
  async act(decision: number, action: unknown, thing: string): Promise<boolean> {
    if (this.pressed !== null) return false;
    this.pressed = { action, thing };
    this.objection = null;
    const answer = await this.#line.ask({ t: "act", decision, action });
    this.pressed = null;
    if (!answer.done && answer.refused !== null) this.#object(answer.refused, thing);
    return answer.done;
  }

  /** Asks for something about the table itself: a seat, a bot, the start. */
  async ask(request: Request): Promise<Answer> {
    this.objection = null;
    const answer = await this.#line.ask(request);
    if (!answer.done && answer.refused !== null) this.#object(answer.refused, request.t);
    return answer;
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

  #object(refused: Refused, thing: string): void {
    this.objection = { refused, thing, count: ++this.#objections };
  }

  #hear(message: ServerMessage): void {
    switch (message.t) {
      case "welcome":
        this.welcome = message;
        return;
      case "lobby":
        this.lobby = message;
        return;
      case "whole":
        this.parts = message.parts as Partial<Parts>;
        this.#version = message.version;
        this.#tell(message.told ?? []);
        return;
      case "step":
        this.#step(message.version, message.parts as Partial<Parts>, message.told);
        return;
      case "refused":
        if (message.for === null && !this.started && this.lobby === null) {
          this.gone = message; // there is no such table: coming back wouldn't help
          this.#line.close();
        }
        return;
      case "already":
      case "pong":
      case "reacted": // talk isn't shown yet
      case "said":
      case "talk":
        return;
    }
  }

  #step(version: number, parts: Partial<Parts>, told: readonly unknown[]): void {
    const next = (this.#version ?? 0) + 1;
    if (version < next) return; // came twice
    if (version > next) {
      this.#line.greet(); // a frame was lost: only the whole view mends that
      return;
    }
    this.#version = version;
    this.parts = { ...this.parts, ...parts };
    this.#tell(told);
  }

  #tell(told: readonly unknown[]): void {
    for (const one of told) this.hearing.tell(one as Told);
  }
}
