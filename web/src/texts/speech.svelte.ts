import i18next, { type InitOptions } from "i18next";

import refusals from "../generated/refusals.en.json";
import { preferences } from "../preferences.svelte";
import en from "./en.json";
import { firstOf, type Language, TAGS } from "./languages";

type Catalogue = { texts: Readonly<Record<string, string>>; refusals: Readonly<Record<string, string>> };
type More = Readonly<Record<Language, () => Promise<{ default: Readonly<Record<string, string>> }>>>;

const LATER: Readonly<Record<Exclude<Language, "en">, () => Promise<Catalogue>>> = {
  zh: () => import("./zh"),
};

/** Is how texts are read: flat keys, and holes that look as in the server's refusals; never markup. */
export const READING: InitOptions = {
  fallbackLng: "en",
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  defaultNS: "texts",
  interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
};

void i18next.init({ ...READING, lng: "en", resources: { en: { texts: en, refusals } } });

/** Is the language that everything is said in. What is shown is said anew when it changes. */
class Speech {
  language: Language = $state("en");

  /** Speaks the language that was chosen here, or the first that the browser asks for. */
  async begin(): Promise<void> {
    await this.#speak(preferences.language ?? firstOf(navigator.languages));
  }

  /** Changes the language, and remembers it. */
  async choose(language: Language): Promise<void> {
    preferences.language = language;
    await this.#speak(language);
  }

  /** Brings a catalogue that comes with a part of the page. */
  async bring(name: string, more: More): Promise<void> {
    const { language } = this;
    if (i18next.hasResourceBundle(language, name)) return;
    i18next.addResourceBundle(language, name, (await more[language]()).default);
  }

  async #speak(language: Language): Promise<void> {
    try {
      if (language !== "en" && !i18next.hasResourceBundle(language, "texts")) {
        const { texts, refusals } = await LATER[language]();
        i18next.addResourceBundle(language, "texts", texts);
        i18next.addResourceBundle(language, "refusals", refusals);
      }
    } catch {
      return; // the line broke: what is spoken now goes on
    }
    await i18next.changeLanguage(language);
    document.documentElement.lang = TAGS[language];
    this.language = language;
  }
}

export const speech = new Speech();
