type Way = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const isWay = (key: string): key is Way => /^Arrow(Left|Right|Up|Down)$/.test(key);
const AWAY = 2.5; // sideways counts more: on goes the way that the arrow points

/** Finds the cell that an arrow key leads to from a cell at the edge of its box: that of the next box that way. */
export function acrossFrom(cell: HTMLElement, key: string): HTMLElement | null {
  if (!isWay(key)) return null;
  const from = cell.getBoundingClientRect();
  const own = cell.closest(".place");
  let best: { cell: HTMLElement; cost: number } | null = null;
  for (const other of own?.parentElement?.querySelectorAll<HTMLElement>(".place:not([inert]) button.cell") ??
    []) {
    if (own?.contains(other)) continue;
    const rect = other.getBoundingClientRect();
    const right = rect.left + rect.width / 2 - from.left - from.width / 2;
    const down = rect.top + rect.height / 2 - from.top - from.height / 2;
    const along = { ArrowLeft: -right, ArrowRight: right, ArrowUp: -down, ArrowDown: down }[key];
    const aside = Math.abs(key === "ArrowLeft" || key === "ArrowRight" ? down : right);
    if (along <= 0 || aside > along * AWAY) continue;
    const cost = along + aside * AWAY;
    if (best === null || cost < best.cost) best = { cell: other, cost };
  }
  return best?.cell ?? null;
}
