const focusable =
  '[role="treeitem"][tabindex="0"], [role="option"][tabindex="0"], [role="tab"][tabindex="0"], button:not(:disabled):not([tabindex="-1"]), input:not(:disabled), select, [tabindex="0"]';

/** Moves the focus to the next (1) or previous (-1) part of the window that has `data-region`, in reading order. */
export function moveRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => region.querySelector(focusable) !== null,
  );
  const here = regions.findIndex((region) => region.contains(document.activeElement));
  const next = nextRegion(regions.length, here, step);
  regions[next]?.querySelector<HTMLElement>(focusable)?.focus();
}

/** From nowhere (-1) one comes to the first, or backwards to the last. */
export function nextRegion(count: number, here: number, step: 1 | -1): number {
  if (here < 0) return step === 1 ? 0 : count - 1;
  return (here + step + count) % count;
}
