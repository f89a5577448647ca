import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** Has the focus follow the selected row, also when the row that had it was removed or moved. */
export function useKeptFocus(list: RefObject<HTMLElement | null>, selected: string | null, items: readonly unknown[]) {
  const inside = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    if (!inside.current || (activeElement !== document.body && !list.current?.contains(activeElement))) return;
    const row = list.current?.querySelector<HTMLElement>('[aria-selected="true"][tabindex="0"]');
    if (row !== activeElement) row?.focus();
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
