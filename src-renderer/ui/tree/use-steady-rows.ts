import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

interface Row {
  readonly id: string;
}

/** Rows that come and go above what one reads do not push it away: the topmost row that stays keeps its place. */
export function useSteadyScroll(scroller: RefObject<HTMLElement | null>, rows: readonly Row[], height: number): void {
  const before = useRef<readonly Row[]>(rows);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = rows;
    const view = scroller.current;
    if (!view || view.scrollTop === 0 || old === rows) return;
    const places = new Map(rows.map(({ id }, index) => [id, index]));
    for (let index = Math.floor(view.scrollTop / height); index < old.length; index++) {
      const now = places.get(old[index]?.id ?? '');
      if (now === undefined) continue;
      if (now !== index) view.scrollBy({ top: (now - index) * height, behavior: 'instant' });
      return;
    }
  }, [scroller, rows, height]);
}

/**
 * Where the row with the keyboard focus was removed, the one that is active now gets it; while none is (`known` is
 * false), the tree keeps it: what was chosen may be found again in a moment.
 */
export function useSteadyFocus(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  known: boolean,
): { readonly onFocus: () => void; readonly onBlur: (event: FocusEvent) => void } {
  const inside = useRef(false);
  useEffect(() => {
    const tree = scroller.current;
    if (!inside.current || (document.activeElement !== document.body && document.activeElement !== tree)) return;
    const row = tree?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
    (known ? row : tree)?.focus({ preventScroll: true });
  }, [scroller, rows, known]);
  return {
    onFocus: () => {
      inside.current = true;
    },
    onBlur: (event) => {
      // A row that is removed loses the focus to no one.
      if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) inside.current = false;
    },
  };
}
