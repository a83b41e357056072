import { announcer } from "./announcer.svelte";
import type { Hearing } from "./hearing";

/** Is one line of news. */
export type News = { readonly id: number; readonly words: string; readonly seat: number | null };

const MOST = 60;

/** Keeps the latest news of a table, oldest first, and has each said once. */
export class Feed {
  news: readonly News[] = $state.raw([]);
  #count = 0;

  /** Listens to a table; `word` gives the line for what was told, or nothing. */
  listen<Told>(
    hearing: Hearing<Told>,
    word: (told: Told) => string | null,
    seat: (told: Told) => number | null,
  ): () => void {
    return hearing.listen((told) => {
      const words = word(told);
      if (words === null) return;
      announcer.say(words);
      this.news = [...this.news.slice(1 - MOST), { id: ++this.#count, words, seat: seat(told) }];
    });
  }
}
