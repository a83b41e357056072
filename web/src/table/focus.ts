/** Where focus goes when the thing that had it is gone, best first. */
const SENSIBLE = [
  "button.cell.glows",
  "button.cell.priced",
  "[data-thing=pass], [data-thing=decline], [data-thing=done]",
  "button.cell[tabindex='0']",
  ".pick",
  ".button.main",
  "h1",
];

const reachable = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element.closest("[inert]") === null;

/** Moves focus to the first thing in a place that makes sense now. */
export function focusSensibly(place: ParentNode): void {
  for (const selector of SENSIBLE) {
    const found = [...place.querySelectorAll(selector)].find(reachable);
    if (found === undefined) continue;
    if (found.tagName === "H1") found.tabIndex = -1;
    found.focus({ preventScroll: selector === "h1" });
    return;
  }
}

/**
 * Keeps the focus of a place: when the thing that has it leaves (a finished box, a button whose time is over), focus
 * moves on instead of falling back to the page. Who never had focus here isn't disturbed.
 */
export function keepFocus(place: HTMLElement): () => void {
  let last: Element | null = null;
  const had = (event: FocusEvent): void => {
    last = event.target as Element;
  };
  const mend = (): void => {
    if (last === null || reachable(last)) return;
    const active = document.activeElement;
    if (active !== null && active !== document.body && reachable(active)) return;
    last = null;
    if (document.querySelector("dialog[open]") === null) focusSensibly(place);
  };
  const left = (event: FocusEvent): void => {
    const { target, relatedTarget } = event;
    if (relatedTarget instanceof Element && !place.contains(relatedTarget)) last = null;
    if (relatedTarget !== null) return;
    // Put down by the person, a thing stays where it is; a thing that leaves is gone a moment later.
    setTimeout(() => {
      if (last === target && reachable(last)) last = null;
      else mend();
    });
  };
  const watch = new MutationObserver(mend);
  place.addEventListener("focusin", had);
  place.addEventListener("focusout", left);
  watch.observe(place, { childList: true, subtree: true, attributeFilter: ["inert"] });
  return () => {
    watch.disconnect();
    place.removeEventListener("focusin", had);
    place.removeEventListener("focusout", left);
  };
}
