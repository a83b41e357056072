/** Is a part of the screen, in pixels from its top left. */
export type Area = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };

/** Is what should stay in sight, and how much that matters. */
export type Avoid = Area & { readonly weight: number };

const STEPS = 24; // places tried across, and down
const AWAY = 100; // a pixel away is as bad as so many covered ones
const EDGE = 8; // free at the edges of the screen, and round what is spoken of

export function overlap(a: Area, b: Area): number {
  const across = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return Math.max(0, across) * Math.max(0, down);
}

export function around(area: Area, by: number): Area {
  return { x: area.x - by, y: area.y - by, w: area.w + 2 * by, h: area.h + 2 * by };
}

/**
 * Finds where a bubble covers as little as possible that matters, near the thing that it speaks of. It never covers
 * that thing, unless the screen has no room beside it at all.
 */
export function placeOf(
  thing: Area,
  size: { w: number; h: number },
  screen: { w: number; h: number },
  avoid: readonly Avoid[],
): Area {
  const free = around(thing, EDGE);
  const most = { x: Math.max(EDGE, screen.w - size.w - EDGE), y: Math.max(EDGE, screen.h - size.h - EDGE) };
  const steps = (to: number, near: readonly number[]): number[] => [
    ...Array.from({ length: STEPS + 1 }, (_, i) => EDGE + ((to - EDGE) * i) / STEPS),
    ...near.map((at) => Math.max(EDGE, Math.min(to, at))),
  ];
  const xs = steps(most.x, [free.x - size.w, free.x + free.w, thing.x + thing.w / 2 - size.w / 2]);
  const ys = steps(most.y, [free.y - size.h, free.y + free.h, thing.y + thing.h / 2 - size.h / 2]);
  let best = { x: EDGE, y: EDGE, cost: Infinity };
  for (const x of xs) {
    for (const y of ys) {
      const area = { x, y, ...size };
      const away = Math.hypot(x + size.w / 2 - thing.x - thing.w / 2, y + size.h / 2 - thing.y - thing.h / 2);
      let cost = away * AWAY + overlap(area, free) * 1e6;
      for (const one of avoid) cost += overlap(area, one) * one.weight;
      if (cost < best.cost) best = { x, y, cost };
    }
  }
  return { x: best.x, y: best.y, ...size };
}
