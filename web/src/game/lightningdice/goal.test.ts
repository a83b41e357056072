import i18next from "i18next";
import { beforeAll, describe, expect, test } from "vitest";

import type { Side } from "../../generated/lightningdice";
import en from "./dice.en.json";
import { marksOf, nameOf, sayGoal } from "./goal";

beforeAll(() => {
  i18next.addResourceBundle("en", "dice", en);
});

const side = (form: Side["form"], text: string, number = 0): Side => ({ form, text, number });

describe("a goal is drawn from what the server says of it (LD-7.1)", () => {
  test("an exact set as the faces of dice", () => {
    const set = side("set", "112233");
    expect(marksOf(set)).toEqual(["1", "1", "2", "2", "3", "3"].map((text) => ({ kind: "number", text })));
    expect(sayGoal([set])).toBe("the numbers 1 1 2 2 3 3");
  });

  test("free dice as any", () => {
    expect(marksOf(side("set", "5555**")).map(({ kind }) => kind)).toEqual([
      ...Array<string>(4).fill("number"),
      "any",
      "any",
    ]);
  });

  test("a word and a sum as what they are, without marks", () => {
    expect([side("word", "even"), side("sum", "<=", 9)].flatMap(marksOf)).toEqual([]);
  });

  test.each([
    [side("shape", "AABBCC"), "Three pairs"],
    [side("shape", "CCBBAA"), "Three pairs"],
    [side("shape", "AAABBB"), "Two triples"],
    [side("shape", "AAAABB"), "Four alike and a pair"],
    [side("shape", "AAAAAA"), "Six alike"],
    [side("shape", "ABCDEF"), "All different"],
    [side("word", "even"), "All even"],
    [side("sum", "=", 21), "Sum 21"],
    [side("sum", "<=", 9), "Sum at most 9"],
    [side("sum", ">=", 33), "Sum at least 33"],
    [side("set", "112233"), null],
    [side("shape", "AAAA**"), null],
  ])("%o has a name, or none", (one, name) => {
    expect(nameOf(one)).toBe(name);
  });

  test("a shape with free dice has no name, and says its letters", () => {
    expect(sayGoal([side("shape", "AAABB*")])).toBe("A A A B B any: equal letters, equal dice");
  });

  test("two sides are both said", () => {
    expect(sayGoal([side("word", "low"), side("sum", "<=", 8)])).toBe("All 1 to 3 and Sum at most 8");
  });
});
