import i18next from "i18next";
import { afterEach, describe, expect, test } from "vitest";

import aloneEn from "../alone/alone.en.json";
import aloneZh from "../alone/alone.zh.json";
import english from "../generated/refusals.en.json";
import diceEn from "../game/lightningdice/dice.en.json";
import diceZh from "../game/lightningdice/dice.zh.json";
import guideEn from "../game/luckybox/guide/guide.en.json";
import guideZh from "../game/luckybox/guide/guide.zh.json";
import lookEn from "../look/look.en.json";
import lookZh from "../look/look.zh.json";
import houseEn from "../house/house.en.json";
import houseZh from "../house/house.zh.json";
import diceRulesEn from "../rules/dice.en.json";
import diceRulesZh from "../rules/dice.zh.json";
import labelsEn from "../rules/labels.en.json";
import labelsZh from "../rules/labels.zh.json";
import rulesEn from "../rules/rules.en.json";
import rulesZh from "../rules/rules.zh.json";
import { ruleOf } from "../rules/ofRefusal";
import { BOOKS, CHAPTERS, type Chapter, DICE_CHAPTERS } from "../rules/rules";
import verifyEn from "../verify/verify.en.json";
import verifyZh from "../verify/verify.zh.json";
import en from "./en.json";
import { CODES, firstOf, type Language, TAGS } from "./languages";
import { list, say, sayRefusal } from ".";
import chinese from "./refusals.zh.json";
import { READING, speech } from "./speech.svelte";
import zh from "./zh.json";

type Texts = Readonly<Record<string, string>>;

// A new language goes here, and all below asks for what it lacks.
const CATALOGUES: Readonly<Record<string, Readonly<Record<Language, Texts>>>> = {
  texts: { en, zh },
  refusals: { en: english, zh: chinese },
  rules: { en: rulesEn, zh: rulesZh },
  alone: { en: aloneEn, zh: aloneZh },
  guide: { en: guideEn, zh: guideZh },
  look: { en: lookEn, zh: lookZh },
  house: { en: houseEn, zh: houseZh },
  verify: { en: verifyEn, zh: verifyZh },
  dice: { en: diceEn, zh: diceZh },
  diceRules: { en: diceRulesEn, zh: diceRulesZh },
  labels: { en: labelsEn, zh: labelsZh },
};

const FORM = /_(zero|one|two|few|many|other)$/;
const stem = (key: string): string => key.replace(FORM, "");
const holes = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, hole]) => hole ?? "").sort();
const stems = (texts: Texts): string[] => [...new Set(Object.keys(texts).map(stem))].sort();

afterEach(async () => {
  await speech.choose("en");
});

describe.each(Object.entries(CATALOGUES))("the catalogue of %s", (_, catalogue) => {
  test.each(CODES.filter((code) => code !== "en"))("has the same texts in %s as in English", (code) => {
    expect(stems(catalogue[code])).toEqual(stems(catalogue.en));
  });

  test.each(CODES)("has every form of every plural, and no other, in %s", (code) => {
    const forms = [...new Intl.PluralRules(TAGS[code]).resolvedOptions().pluralCategories].sort();
    const plurals = new Set(
      Object.keys(catalogue.en)
        .filter((key) => FORM.test(key))
        .map(stem),
    );
    for (const key of Object.keys(catalogue[code])) expect(plurals.has(stem(key)), key).toBe(FORM.test(key));
    for (const plural of plurals) {
      const found = forms.filter((form) => `${plural}_${form}` in catalogue[code]);
      expect(found, plural).toEqual(forms);
    }
  });

  test.each(CODES)("has the same holes in %s as in English, and no text is empty", (code) => {
    for (const [key, text] of Object.entries(catalogue[code])) {
      const source = catalogue.en[key] ?? catalogue.en[`${stem(key)}_other`] ?? "";
      // A form for a single thing may do without its number.
      const own = holes(text).filter((hole) => hole !== "count" || holes(source).includes(hole));
      const wanted = holes(source).filter((hole) => hole !== "count" || own.includes(hole));
      expect(own, key).toEqual(wanted);
      expect(text.trim(), key).not.toBe("");
    }
  });
});

test.each([
  { name: "rules", chapters: CHAPTERS, game: "LB-" },
  { name: "diceRules", chapters: DICE_CHAPTERS, game: "LD-" },
])("every rule of $game is worded, with the same daggers in every language", ({ name, chapters, game }) => {
  const catalogue = CATALOGUES[name] ?? { en: {}, zh: {} };
  const ids = chapters.flatMap((chapter) => [chapter.id, ...chapter.rules.map((rule) => rule.id)]);
  expect(Object.keys(catalogue.en).filter((key) => key.startsWith(game))).toEqual(ids);
  for (const code of CODES) {
    for (const id of Object.keys(catalogue.en)) {
      const daggers = (texts: Texts): number => (texts[id] ?? "").split("†").length - 1;
      if (!FORM.test(id)) expect(daggers(catalogue[code]), id).toBe(daggers(catalogue.en));
    }
  }
});

test("a refusal names a rule that there is", () => {
  const chapters = Object.values(BOOKS).flatMap((book): readonly Chapter[] => book.chapters);
  const ids = new Set(chapters.flatMap((chapter) => chapter.rules.map((rule) => rule.id)));
  for (const code of Object.keys(english)) {
    for (const ruleSet of ["classic", "chengdu"] as const) {
      const rule = ruleOf(code, ruleSet);
      if (rule !== null) expect(ids.has(rule), code).toBe(true);
    }
  }
  expect(ruleOf("too_far")).toBe("LB-3.2");
  expect(ruleOf("too_far", "chengdu")).toBe("chengdu-LB-3.2");
  expect(ruleOf("already_crossed", "chengdu")).toBe("LB-3.1");
});

test("the language is the first that somebody reads", () => {
  expect(firstOf(["zh-CN", "en"])).toBe("zh");
  expect(firstOf(["uk", "en-GB", "zh"])).toBe("en");
  expect(firstOf(["ZH-hans"])).toBe("zh");
  expect(firstOf(["uk"])).toBe("en");
});

test("choosing a language changes every text, the page's language and the lists", async () => {
  await speech.choose("zh");
  expect(say("home.playNow")).toBe("马上玩");
  expect(say("table.points", { count: 1 })).toBe("1分");
  expect(list(["Ann", "Ben", "Cem"])).toBe("Ann、Ben和Cem");
  expect(document.documentElement.lang).toBe("zh-Hans");
  const refused = { t: "refused", text: "Own words.", thing: "", for: null } as const;
  expect(sayRefusal({ ...refused, code: "not_host", params: {} })).toBe(chinese.not_host);
  expect(sayRefusal({ ...refused, code: "of_tomorrow", params: {} })).toBe("Own words.");
});

// C38: languages that we don't speak yet, read by the same settings.
const SAMPLES: Readonly<Record<string, { texts: Texts; said: readonly string[] }>> = {
  pl: {
    texts: {
      bolts_one: "{count} błyskawica",
      bolts_few: "{count} błyskawice",
      bolts_many: "{count} błyskawic",
      bolts_other: "{count} błyskawicy",
    },
    said: [
      "0 błyskawic",
      "1 błyskawica",
      "2 błyskawice",
      "5 błyskawic",
      "11 błyskawic",
      "21 błyskawic",
      "22 błyskawice",
    ],
  },
  uk: {
    texts: {
      bolts_one: "{count} блискавка",
      bolts_few: "{count} блискавки",
      bolts_many: "{count} блискавок",
      bolts_other: "{count} блискавки",
    },
    said: [
      "0 блискавок",
      "1 блискавка",
      "2 блискавки",
      "5 блискавок",
      "11 блискавок",
      "21 блискавка",
      "22 блискавки",
    ],
  },
};

test.each(Object.entries(SAMPLES))("C38: plurals of %s are right", async (language, { texts, said }) => {
  const reader = i18next.createInstance();
  await reader.init({ ...READING, lng: language, resources: { [language]: { texts } } });
  expect([0, 1, 2, 5, 11, 21, 22].map((count) => reader.t("bolts", { count }))).toEqual(said);
});
