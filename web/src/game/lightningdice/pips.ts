/** Places the pips of a die's faces, in hundredths of its side. */
const LOW = 27;
const MID = 50;
const HIGH = 73;

export const PIPS: Readonly<Record<number, readonly (readonly [x: number, y: number])[]>> = {
  1: [[MID, MID]],
  2: [
    [LOW, LOW],
    [HIGH, HIGH],
  ],
  3: [
    [LOW, LOW],
    [MID, MID],
    [HIGH, HIGH],
  ],
  4: [
    [LOW, LOW],
    [HIGH, LOW],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
  5: [
    [LOW, LOW],
    [HIGH, LOW],
    [MID, MID],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
  6: [
    [LOW, 24],
    [HIGH, 24],
    [LOW, MID],
    [HIGH, MID],
    [LOW, 76],
    [HIGH, 76],
  ],
};

export const FACES = [1, 2, 3, 4, 5, 6] as const;
