import fc from "fast-check";
import { expect, test } from "vitest";

import { fit } from "./fit";

const limits = { least: 122, most: 430, gap: 12, tall: 1.26 };

test("three boxes on a phone stand two and one, four on a desktop two and two", () => {
  expect(fit(3, 342, 480, limits).columns).toBe(2);
  expect(fit(4, 600, 600, limits).columns).toBe(2);
});

test("boxes never stick out sideways, and above the least size never out below", () => {
  const size = fc.integer({ min: 250, max: 1900 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), size, size, (count, width, height) => {
      const { columns, width: across, height: down } = fit(count, width, height, limits);
      expect(columns * across + (columns - 1) * limits.gap).toBeLessThanOrEqual(width);
      const rows = Math.ceil(count / columns);
      const fits = rows * down + (rows - 1) * limits.gap <= height;
      expect(fits || across === down).toBe(true);
    }),
  );
});
