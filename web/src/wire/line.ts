import ReconnectingWebSocket from "partysocket/ws";

import type { ClientMessage, Refused, ServerMessage } from "../generated/messages";
import { PROTOCOL } from "../generated/messages";
import { newId } from "./id";

/** Is a request without its id, which the line makes. */
export type Request = ClientMessage extends infer Message
  ? Message extends { readonly id: string }
    ? Omit<Message, "id">
    : never
  : never;

/** Is how a request ended: done, refused with the reason, or dropped because the page left the table. */
export type Answer = { done: true } | { done: false; refused: Refused | null };

/** Is what a socket must be able to do; tests bring their own. */
export type Socket = Pick<
  ReconnectingWebSocket,
  "addEventListener" | "send" | "close" | "reconnect" | "readyState"
>;

export type Listener = {
  message(message: ServerMessage): void;
  /** Says whether the line is up; it comes back by itself. */
  up(up: boolean): void;
  /** Names the last version seen, for the server to go on from. */
  seen(): number | null;
  /** Names the seat where this page sits, of several on this device; null where the server knows by itself. */
  seat(): number | null;
  /** The server speaks another protocol: only a reload helps. */
  outdated(): void;
  /** Tells what the table's clock showed, between two moments of this page's own. */
  clock(instant: number, sent: number, arrived: number): void;
};

type Waiting = { message: ClientMessage & { id: string }; settle: (answer: Answer) => void };

const QUIET_MS = 12_000; // so long without a word, and the line is asked whether it is alive
const PONG_MS = 4_000;
const WAKE_MS = 1_500; // a tab that wakes doesn't wait as long
const OTHER_PROTOCOL = 4001;

/** Opens the socket of a table; it reconnects by itself, at once first and then ever slower. */
export function openSocket(table: string): Socket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new ReconnectingWebSocket(`${scheme}//${location.host}/ws/${encodeURIComponent(table)}`, [], {
    minReconnectionDelay: 150,
    maxReconnectionDelay: 4_000,
    reconnectionDelayGrowFactor: 1.6,
    minUptime: 1_000,
    maxEnqueuedMessages: 0, // requests are kept and resent here, or a reconnect would send them twice
  });
}

/**
 * Is the line to one table. Every request keeps its id until it is answered and is sent again, in order, after each
 * reconnect; the server answers a repeat with the first answer, so each is done once or not at all.
 */
export class Line {
  readonly #socket: Socket;
  readonly #listener: Listener;
  readonly #waiting = new Map<string, Waiting>();
  #welcomed = false;
  #closed = false;
  #heard = Date.now();
  #pulse: ReturnType<typeof setInterval> | undefined;
  #asked: string | null = null;
  #sent = 0; // when the last hello or ping went out
  #waking: ReturnType<typeof setTimeout> | undefined;

  constructor(socket: Socket, listener: Listener) {
    this.#socket = socket;
    this.#listener = listener;
    socket.addEventListener("open", () => {
      this.greet();
    });
    socket.addEventListener("message", (event) => {
      this.#hear(JSON.parse(String(event.data)) as ServerMessage);
    });
    socket.addEventListener("close", (event) => {
      if ("code" in event && event.code === OTHER_PROTOCOL) this.#outdate();
      else this.#down();
    });
    this.#pulse = setInterval(() => {
      this.#feel();
    }, PONG_MS);
  }

  /** Asks for something; the answer comes when the server gave one, however often the line broke in between. */
  ask(request: Request): Promise<Answer> {
    const message = { ...request, id: newId() } as ClientMessage & { id: string };
    return new Promise((settle) => {
      this.#waiting.set(message.id, { message, settle });
      if (this.#welcomed) this.#say(message);
    });
  }

  /** Tells whether an answer with this id is for this page. */
  waits(id: string | null): boolean {
    return id !== null && this.#waiting.has(id);
  }

  /** Says hello; on a running line too, which brings the whole view. */
  greet(): void {
    this.#sent = performance.now();
    const { seen, seat } = { seen: this.#listener.seen(), seat: this.#listener.seat() };
    this.#say({ t: "hello", protocol: PROTOCOL, build: "", seen, seat });
  }

  /** Starts the line anew, at once. */
  resume(): void {
    this.#down();
    this.#socket.reconnect();
  }

  /** Says that the browser lost its network; the socket itself would notice much later. */
  lost(): void {
    this.#down();
  }

  /** Makes sure of the line at once, when the page was asleep and is looked at again. */
  wake(): void {
    if (this.#closed) return;
    if (!this.#welcomed) {
      this.resume();
      return;
    }
    const heard = this.#heard;
    this.#ping();
    clearTimeout(this.#waking);
    this.#waking = setTimeout(() => {
      if (this.#heard === heard && !this.#closed) this.resume();
    }, WAKE_MS);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#pulse);
    clearTimeout(this.#waking);
    this.#socket.close();
    for (const { settle } of this.#waiting.values()) settle({ done: false, refused: null });
    this.#waiting.clear();
  }

  #say(message: ClientMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  #ping(): void {
    this.#asked = newId();
    this.#sent = performance.now();
    this.#say({ t: "ping", id: this.#asked });
  }

  #outdate(): void {
    this.#listener.outdated();
    this.close();
  }

  #down(): void {
    this.#welcomed = false;
    this.#asked = null;
    if (!this.#closed) this.#listener.up(false);
  }

  #hear(message: ServerMessage): void {
    if (this.#closed) return;
    this.#heard = Date.now();
    if (message.t === "probe") {
      this.#say({ t: "echo", n: message.n }); // at once: it measures the line
      return;
    }
    if (message.t === "pong") {
      if (message.for === this.#asked) this.#listener.clock(message.instant, this.#sent, performance.now());
      this.#asked = null;
      return;
    }
    if (message.t === "welcome") {
      if (message.protocol !== PROTOCOL) {
        this.#outdate();
        return;
      }
      this.#listener.clock(message.instant, this.#sent, performance.now());
      this.#welcomed = true;
      this.#listener.message(message);
      this.#listener.up(true);
      for (const waiting of this.#waiting.values()) this.#say(waiting.message);
      return;
    }
    this.#listener.message(message);
    const waiting = "for" in message && message.for !== null ? this.#waiting.get(message.for) : undefined;
    if (waiting === undefined) return;
    this.#waiting.delete(waiting.message.id);
    waiting.settle(message.t === "refused" ? { done: false, refused: message } : { done: true });
  }

  /** Notices a line that died without a word: phones that slept, networks that changed. */
  #feel(): void {
    if (!this.#welcomed) return;
    const quiet = Date.now() - this.#heard;
    if (this.#asked !== null && quiet > QUIET_MS + PONG_MS) {
      this.resume();
    } else if (quiet > QUIET_MS) {
      this.#ping();
    }
  }
}
