import { expect, test } from "vitest";

import { linesAbove, textOf, withHead } from "./deck";

test("goals that were only listed get a head, so that they are a deck", () => {
  expect(withHead("even\nodd", "Our goals")).toBe(
    "name: Our goals\nauthor: Our goals\nlicence: CC0-1.0\n\neven\nodd\n",
  );
});

test("lines are counted as they were written, whatever was put above them", () => {
  const sent = withHead("even\nodd", "Our goals").split("\n");
  expect(sent[linesAbove("even\nodd")]).toBe("even");
  expect(linesAbove("name: Mine\neven")).toBe(0);
});

test("a deck that has a head stays as it was written", () => {
  const text = textOf({ name: "Mine", author: "Ann", licence: "CC0-1.0", goals: ["even", "AABBCC"] });
  expect(withHead(text, "Our goals")).toBe(text);
});
