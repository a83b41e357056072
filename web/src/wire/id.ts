/** Makes an id that nobody else makes. Not `randomUUID`: a page from an address of the room has no secure context. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
