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
  const here = regions.findIndex((region) => region.contains(document.activeElement));
  const next = nextRegion(regions.length, here, step);
  const part = regions[next];
  if (part) entryOf(part)?.focus();
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
