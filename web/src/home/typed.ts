/** Is how many letters a table's code has. */
export const LETTERS = 6;

/** Reads what a person typed or pasted as a code: in capitals or not, with blanks, dots and dashes or without. */
export function readCode(typed: string): string {
  // A pasted link isn't a code, but it has the table in it; the last part is what counts.
  return typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, LETTERS);
}

/** Finds the table in a pasted link of ours, if it is one. */
export function readLink(typed: string): string | null {
  return /\/(t|w)\/[\w-]+\/?$/.exec(typed.trim())?.[0] ?? null;
}
