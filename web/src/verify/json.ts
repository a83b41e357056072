/**
 * Reads JSON as a checker must: whole numbers that no `number` holds stay exact, and a part can be taken out as it
 * stands in the file, byte for byte.
 */

const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG = /^-?\d{16,}$/;
const MARK = "\u0001"; // stands in no JSON text as itself

/** Reads JSON; whole numbers of sixteen digits and more become a `bigint`. */
export function readJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(TEXT_OR_NUMBER, (found) => (LONG.test(found) ? `"\\u0001${found}"` : found));
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(1)) : value,
  );
}

/** Finds the end of the value that begins at a place of valid JSON. */
function endOf(text: string, at: number): number {
  const first = text[at];
  if (first === '"') {
    let place = at + 1;
    while (text[place] !== '"') place += text[place] === "\\" ? 2 : 1;
    return place + 1;
  }
  if (first !== "{" && first !== "[") {
    let place = at;
    while (place < text.length && !/[\s,}\]]/.test(text[place] ?? "")) place += 1;
    return place;
  }
  let depth = 0;
  for (let place = at; ; place += 1) {
    const sign = text[place];
    if (sign === '"') place = endOf(text, place) - 1;
    else if (sign === "{" || sign === "[") depth += 1;
    else if ((sign === "}" || sign === "]") && --depth === 0) return place + 1;
  }
}

function skip(text: string, at: number): number {
  let place = at;
  while (/\s/.test(text[place] ?? "")) place += 1;
  return place;
}

/** Lists the values of an object or a list as they stand in valid JSON, the names of an object's beside them. */
export function rawMembers(text: string): { name: string | null; raw: string }[] {
  const members: { name: string | null; raw: string }[] = [];
  let place = skip(text, 0);
  const named = text[place] === "{";
  if (!named && text[place] !== "[") return [];
  place = skip(text, place + 1);
  while (text[place] !== "}" && text[place] !== "]") {
    let name: string | null = null;
    if (named) {
      const end = endOf(text, place);
      name = JSON.parse(text.slice(place, end)) as string;
      place = skip(text, skip(text, end) + 1);
    }
    const end = endOf(text, place);
    members.push({ name, raw: text.slice(place, end) });
    place = skip(text, end);
    if (text[place] === ",") place = skip(text, place + 1);
  }
  return members;
}

/** Finds a member of an object as it stands in valid JSON. */
export function rawMember(text: string, name: string): string | null {
  return rawMembers(text).findLast((member) => member.name === name)?.raw ?? null;
}
