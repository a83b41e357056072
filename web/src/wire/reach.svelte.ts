import { api } from "./api";

// Names of the computer that a page is on, which are another computer everywhere else.
const HERE: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Is where others find this server. What is open on the host's own computer has to ask. */
class Reach {
  origin = $state(location.origin);
  onlyHere = $state(false); // the server listens to no other computer
  #asked = false;

  find(): void {
    if (this.#asked || !HERE.includes(location.hostname)) return;
    this.#asked = true;
    void api.address().then(
      ({ address }) => {
        this.origin = address ?? location.origin;
        this.onlyHere = address === null;
      },
      () => {
        this.#asked = false;
      },
    );
  }
}

export const reach = new Reach();
