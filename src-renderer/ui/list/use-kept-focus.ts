import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** Gives the focus back to the selected row when the row that had it was removed or moved. */
export function useKeptFocus(list: RefObject<HTMLElement | null>, selected: string | null, items: readonly unknown[]) {
  const inside = useRef(false);
  useEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [list, selected, items]);
  return {
    onFocus: () => {
      inside.current = true;
    },
    onBlur: (event: FocusEvent) => {
      // A row that is removed or moved loses the focus to no one.
      if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) inside.current = false;
    },
  };
}
