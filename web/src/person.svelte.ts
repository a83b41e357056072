import type { Me } from "./generated/messages";
import { preferences } from "./preferences.svelte";
import { api } from "./wire/api";

/** Is who sits at this screen, as the server knows them. */
class Person {
  me: Me | null = $state.raw(null);

  async load(): Promise<void> {
    this.me = await api.me();
  }

  async change(name: string, suit: number): Promise<void> {
    this.me = await api.change({ name, suit });
    preferences.named = true;
  }

  /** Is somebody else from now on, who came here from another device. */
  become(me: Me): void {
    this.me = me;
    preferences.named = true;
  }
}

export const person = new Person();
