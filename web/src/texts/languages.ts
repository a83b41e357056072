/** Names each language in itself; what is added here needs its catalogues. */
export const LANGUAGES = { en: "English", zh: "中文" } as const;

export type Language = keyof typeof LANGUAGES;

export const CODES = Object.keys(LANGUAGES) as readonly Language[];

/** Is the tag for `lang`: Chinese signs are drawn in other ways where the tag doesn't say which. */
export const TAGS: Readonly<Record<Language, string>> = { en: "en", zh: "zh-Hans" };

/** Finds the first language that somebody reads and we speak. */
export function firstOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = CODES.find((code) => tag.toLowerCase().split("-")[0] === code);
    if (found !== undefined) return found;
  }
  return "en";
}
