import { expect, test } from "vitest";

import { Clock } from "./clock";

test("nothing is known before anything was heard", () => {
  expect(new Clock().now(5)).toBeNull();
});

test("the answer that came back fastest counts", () => {
  const clock = new Clock();
  clock.hear(1_000_000, 0, 400); // at about 200
  clock.hear(1_001_100, 1_090, 1_110); // at about 1_100: 1_000_000 apart
  clock.hear(1_002_150, 2_000, 2_400);
  expect(clock.now(3_000)).toBe(1_003_000);
});

test("whatever time this device thinks it is, only how long things took counts", () => {
  const clock = new Clock();
  clock.hear(500, 90_000, 90_000);
  expect(clock.now(91_000)).toBe(1_500);
});

test("a device that stopped counting while it slept learns anew", () => {
  const clock = new Clock();
  clock.hear(1_000, 0, 2);
  clock.hear(181_001, 1_000, 1_020); // three minutes went by unnoticed
  expect(clock.now(1_010)).toBe(181_001);
});
