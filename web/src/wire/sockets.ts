import type { ClientMessage, ServerMessage } from "../generated/messages";
import type { Socket } from "./line";

/** Is a socket for tests: what the page sends is kept, what the server says is put in by hand. */
export class FakeSocket extends EventTarget {
  readonly sent: ClientMessage[] = [];
  readyState = 1;
  reconnects = 0;

  send(data: unknown): boolean {
    this.sent.push(JSON.parse(String(data)) as ClientMessage);
    return true;
  }

  close(): void {
    this.readyState = 3;
  }

  reconnect(): void {
    this.reconnects += 1;
  }

  opens(): void {
    this.dispatchEvent(new Event("open"));
  }

  breaks(): void {
    this.dispatchEvent(new Event("close"));
  }

  says(message: ServerMessage): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  welcomes(seat: number | null = 1): void {
    this.opens();
    this.says({ t: "welcome", protocol: 1, build: "", person: "p", name: "Ann", seat, instant: 0 });
  }

  /** Is the same thing in the eyes of a line. */
  get line(): Socket {
    return this;
  }
}
