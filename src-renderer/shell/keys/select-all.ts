/** Selects the text around the selection or the focus, as far as it can be selected; never the whole window. */
export function selectAll(): void {
  const selection = getSelection();
  const start = selection?.anchorNode ?? document.activeElement;
  const element = start instanceof Element ? start : (start?.parentElement ?? null);
  const block = element && outermost(element);
  if (block) selection?.selectAllChildren(block);
  else selection?.removeAllRanges();
}

/** The largest part around an element whose text can be selected; null where its own cannot. */
function outermost(element: Element): Element | null {
  const isSelectable = (part: Element) => getComputedStyle(part).userSelect === 'text';
  let found: Element | null = null;
  for (let part: Element | null = element; part && isSelectable(part); part = part.parentElement) found = part;
  return found;
}
