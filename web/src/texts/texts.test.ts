import { expect, test } from "vitest";

import en from "./en.json";
import { list, say, sayRefusal } from ".";

test("a hole is filled with text as it is", () => {
  expect(say("end.win", { name: "<b>Ann</b>" })).toBe("<b>Ann</b> wins!");
});

test("plurals follow the language", () => {
  expect(say("table.lightning", { count: 1 })).toBe("1 bolt");
  expect(say("table.lightning", { count: 0 })).toBe("0 bolts");
});

test("lists are written as the language does", () => {
  expect(list(["Ann", "Ben", "Cem"])).toBe("Ann, Ben, and Cem");
});

test("a refusal is worded with its params, and an unknown one says its own sentence", () => {
  const refused = { t: "refused", text: "Own words.", thing: "", for: null } as const;
  const params = { number: 9, price: 2, have: 1, drawn: 7 };
  expect(sayRefusal({ ...refused, code: "needs_lightning", params })).toContain("9");
  expect(sayRefusal({ ...refused, code: "of_tomorrow", params: {} })).toBe("Own words.");
});

test("no text is empty, and every plural has all forms of the language", () => {
  const keys = Object.keys(en);
  for (const [key, text] of Object.entries(en)) {
    expect(text, key).not.toBe("");
    if (key.endsWith("_one")) expect(keys).toContain(key.replace(/_one$/, "_other"));
  }
});
