/** The element to focus in a part, in this order: its list before its toolbar. */
const focusable = [
  '[role="treeitem"][tabindex="0"], [role="option"][tabindex="0"]',
  '[aria-current="page"], [role="tab"][tabindex="0"]',
  'input:not(:disabled), button:not(:disabled):not([tabindex="-1"]), select',
];

/** Moves the focus to the next (1) or previous (-1) part of the window with `data-region`, in reading order. */
export function moveRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => region.checkVisibility() && entryOf(region) !== null,
  );
  const from = document.activeElement;
  const here = regions.findIndex((region) => region.contains(from));
  const next = here >= 0 ? nextRegion(regions.length, here, step) : beside(regions, from, step);
  const part = regions[next];
  if (part) entryOf(part)?.focus();
}

/** From an element between two parts, such as their border, or from the page itself. */
function beside(regions: readonly HTMLElement[], from: Element | null, step: 1 | -1): number {
  if (from === null || from === document.body) return nextRegion(regions.length, -1, step);
  const after = regions.findIndex(
    (region) => (from.compareDocumentPosition(region) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  const following = after < 0 ? 0 : after;
  return step === 1 ? following : nextRegion(regions.length, following, -1);
}

/** Moves the focus to a part by name, unless it has left the part `from` meanwhile. */
export function enterRegion(name: string, from: string): void {
  const part = (of: string) => document.querySelector<HTMLElement>(`[data-region="${of}"]`);
  const [to, before] = [part(name), part(from)];
  if (to && before?.contains(document.activeElement)) entryOf(to)?.focus();
}

function entryOf(region: HTMLElement): HTMLElement | null {
  for (const selector of focusable) {
    const found = region.querySelector<HTMLElement>(selector);
    if (found) return found;
  }
  return null;
}

/** From nowhere (-1) to the first, or backwards to the last. */
export function nextRegion(count: number, here: number, step: 1 | -1): number {
  if (here < 0) return step === 1 ? 0 : count - 1;
  return (here + step + count) % count;
}
