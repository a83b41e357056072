import fc from "fast-check";
import { expect, test } from "vitest";

import { overlap, placeOf } from "./place";

const SCREEN = { w: 390, h: 844 };
const SIZE = { w: 240, h: 130 };

test("a bubble stays on the screen and never covers what it speaks of", () => {
  const thing = fc.record({
    x: fc.integer({ min: 0, max: 320 }),
    y: fc.integer({ min: 0, max: 760 }),
    w: fc.integer({ min: 20, max: 70 }),
    h: fc.integer({ min: 20, max: 80 }),
  });
  fc.assert(
    fc.property(thing, fc.array(thing, { maxLength: 12 }), (one, others) => {
      const avoid = others.map((area) => ({ ...area, weight: 8 }));
      const place = placeOf(one, SIZE, SCREEN, avoid);
      expect(overlap(place, one)).toBe(0);
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.x + place.w).toBeLessThanOrEqual(SCREEN.w);
      expect(place.y + place.h).toBeLessThanOrEqual(SCREEN.h);
    }),
    { numRuns: 60 },
  );
});

test("it goes round what matters, where there is room beside it", () => {
  const below = { x: 150, y: 460, w: 90, h: 60, weight: 8 };
  const place = placeOf({ x: 170, y: 400, w: 50, h: 50 }, SIZE, SCREEN, [below]);
  expect(overlap(place, below)).toBe(0);
});
