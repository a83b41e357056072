import i18next from "i18next";
import { beforeAll, describe, expect, test } from "vitest";

import en from "./dice.en.json";
import { nameOf, sayGoal, sidesOf } from "./goal";

beforeAll(() => {
  i18next.addResourceBundle("en", "dice", en);
});

describe("a goal is drawn from its text (LD-7.1)", () => {
  test("an exact set as the faces of dice", () => {
    const [side] = sidesOf("112233");
    expect(side).toEqual({
      kind: "marks",
      marks: ["1", "1", "2", "2", "3", "3"].map((text) => ({ kind: "number", text })),
    });
    expect(sayGoal("112233")).toBe("the numbers 1 1 2 2 3 3");
  });

  test("free dice as any", () => {
    const [side] = sidesOf("5555**");
    expect(side?.kind === "marks" && side.marks.map(({ kind }) => kind)).toEqual([
      ...Array<string>(4).fill("number"),
      "any",
      "any",
    ]);
  });

  test.each([
    ["AABBCC", "Three pairs"],
    ["CCBBAA", "Three pairs"],
    ["AAABBB", "Two triples"],
    ["AAAABB", "Four alike and a pair"],
    ["AAAAAA", "Six alike"],
    ["ABCDEF", "All different"],
    ["even", "All even"],
    ["sum=21", "Sum 21"],
    ["sum<=9", "Sum at most 9"],
    ["sum>=33", "Sum at least 33"],
  ])("%s has a name", (goal, name) => {
    const [side] = sidesOf(goal);
    expect(side === undefined ? null : nameOf(side)).toBe(name);
  });

  test("a shape with free dice has no name, and says its letters", () => {
    expect(sayGoal("AAABB*")).toBe("A A A B B any: equal letters, equal dice");
  });

  test("two sides are both said", () => {
    expect(sidesOf("low & sum<=8")).toHaveLength(2);
    expect(sayGoal("low&sum<=8")).toBe("All 1 to 3 and Sum at most 8");
  });
});
