import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

import type { Lobby, LobbySeat } from "../generated/messages";
import type { Answer, Request } from "../wire/line";
import { remember, rememberEnd } from "./deals";

// Words by their hashes. They live as long as the page, so that a table that is opened or played again in the same
// moment as it starts finds its word here; each is told once.
const words = new Map<string, string>();

/** Makes a word that nobody knows, and gives its hash: what everybody may see. */
export function newSeal(): string {
  const word = crypto.getRandomValues(new Uint8Array(32));
  const seal = bytesToHex(sha256(word));
  words.set(seal, bytesToHex(word));
  return seal;
}

/** Finds the seat of whose device this is; guests on it have none of their own. */
function ownSeat(lobby: Lobby): LobbySeat | undefined {
  return lobby.seats.find((seat) => !seat.guest && lobby.mine.includes(seat.seat));
}

/**
 * Adds to the luck of a table: gives the hash of a word while it is open, and the word when all hashes are shown and
 * nothing can be changed any more. Nobody has to press anything.
 */
export class Sealing {
  readonly #ask: (request: Request) => Promise<Answer>;
  #asking = false;
  #came = false; // the line is new: what another page of this person sealed before doesn't count any more
  #told = new Set<string>();
  #last: Lobby | null = null;

  constructor(ask: (request: Request) => Promise<Answer>) {
    this.#ask = ask;
  }

  /** Notes that the line is up, again or for the first time. */
  greet(): void {
    this.#came = true;
  }

  /** Does what the lobby asks for now. */
  hear(lobby: Lobby): void {
    this.#last = lobby;
    rememberEnd(lobby);
    if (lobby.status !== "open") return;
    const seat = ownSeat(lobby);
    const seal = seat?.seal ?? null;
    const word = seal === null ? undefined : words.get(seal);
    remember(lobby, seal !== null && word !== undefined ? { seal, word: lobby.sealed ? word : null } : null);
    if (lobby.sealed) {
      if (seal !== null && word !== undefined) this.#reveal(seal, word);
      return;
    }
    // Of two tabs the last one that came seals; the other one is content, or they would go on for ever.
    const wanted =
      seat !== undefined && lobby.day === null && (seal === null || (this.#came && word === undefined));
    if (seat !== undefined) this.#came = false;
    if (wanted) this.#seal();
  }

  #seal(): void {
    if (this.#asking) return;
    this.#asking = true;
    void this.#ask({ t: "seal", hash: newSeal() }).then((answer) => {
      this.#asking = false;
      // Asked again on a new line it was done on the old one, with which the seal went.
      if (answer.done && this.#last !== null) this.hear(this.#last);
    });
  }

  #reveal(seal: string, word: string): void {
    if (this.#told.has(seal)) return;
    this.#told.add(seal);
    void this.#ask({ t: "reveal", word });
  }
}
