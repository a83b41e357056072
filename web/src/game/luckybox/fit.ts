/** Is how boxes are laid out in a space: columns, and the size of one. */
export type Fit = { columns: number; width: number; height: number };

/** Says how small and large a box may be, and how much taller than wide. */
export type Limits = { least: number; most: number; gap: number; tall: number };

/** Finds the columns that make boxes largest; below the least size the space scrolls instead. */
export function fit(count: number, width: number, height: number, limits: Limits): Fit {
  const { least, most, gap, tall } = limits;
  let best: Fit = { columns: 1, width: 0, height: 0 };
  for (let columns = 1; columns <= Math.max(1, count); columns += 1) {
    const rows = Math.ceil(count / columns);
    const across = (width - gap * (columns - 1)) / columns;
    const down = (height - gap * (rows - 1)) / rows;
    const side = Math.min(across, down, most);
    if (side > best.width) best = { columns, width: side, height: Math.min(down, side * tall) };
  }
  if (best.width >= least) return floor(best);
  const columns = Math.max(1, Math.min(count, Math.floor((width + gap) / (least + gap))));
  const across = Math.min(most, (width - gap * (columns - 1)) / columns);
  return floor({ columns, width: across, height: across });
}

function floor(found: Fit): Fit {
  return { ...found, width: Math.floor(found.width), height: Math.floor(found.height) };
}
