import { Fragment, type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Group, Panel, Separator, useGroupRef, type GroupProps } from 'react-resizable-panels';
import { type PanelSize, fitLayout, wishedAfter, type Sizes, loadLayout, saveLayout } from './layout-store.ts';
import styles from './split.module.css';

export interface SplitPanel extends PanelSize {
  /** What the border before it resizes, for its accessible name. */
  readonly label: string;
  readonly content: ReactNode;
}

interface SplitProps {
  /** Key under which its sizes are saved. */
  readonly id: string;
  readonly direction: 'horizontal' | 'vertical';
  readonly panels: readonly SplitPanel[];
}

/** Panels with borders that can be dragged, and moved with the arrow keys. */
export function Split({ id, direction, panels }: SplitProps): ReactNode {
  const fitted = useFittedLayout(id, direction, panels);
  return (
    <Group id={`split-${id}`} orientation={direction} {...fitted}>
      {panels.map((panel, index) => (
        <Fragment key={panel.id}>
          {index > 0 && <Separator className={styles.border} aria-label={`Resize ${panel.label}`} />}
          <Panel
            id={panel.id}
            minSize={panel.min}
            groupResizeBehavior={panel.fixed ? 'preserve-pixel-size' : 'preserve-relative-size'}
            className={styles.panel}
            style={{ overflow: 'hidden' }}
          >
            {panel.content}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}

/** Applies the preferred sizes, again whenever the split is resized, and saves new ones. */
function useFittedLayout(
  id: string,
  direction: 'horizontal' | 'vertical',
  panels: readonly PanelSize[],
): Pick<GroupProps, 'groupRef' | 'elementRef' | 'onLayoutChanged'> {
  const groupRef = useGroupRef();
  const elementRef = useRef<HTMLDivElement>(null);
  const [kept] = useState(() => new KeptSizes(id, panels));
  useLayoutEffect(() => {
    const element = elementRef.current;
    if (element === null) return undefined;
    const fit = () => {
      const total = direction === 'horizontal' ? element.clientWidth : element.clientHeight;
      // A hidden split has no size.
      if (total > 0) groupRef.current?.setLayout(kept.fit(total));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [direction, groupRef, kept]);
  return {
    groupRef,
    elementRef,
    onLayoutChanged: (layout, { isUserInteraction }) => isUserInteraction && kept.move(layout),
  };
}

class KeptSizes {
  readonly #id: string;
  readonly #panels: readonly PanelSize[];
  #wished: Sizes;
  #layout: Sizes = {};
  #total = 0;

  constructor(id: string, panels: readonly PanelSize[]) {
    this.#id = id;
    this.#panels = panels;
    const names = panels.map((panel) => panel.id);
    this.#wished = loadLayout(localStorage, id, names) ?? {};
  }

  /** @returns per cent for a split of `total` CSS pixels */
  fit(total: number): Record<string, number> {
    this.#total = total;
    this.#layout = fitLayout(this.#panels, this.#wished, total);
    return { ...this.#layout };
  }

  /** The user moved a border. */
  move(layout: Sizes): void {
    this.#wished = wishedAfter(this.#panels, this.#wished, { before: this.#layout, after: layout, total: this.#total });
    this.#layout = layout;
    saveLayout(localStorage, this.#id, this.#wished);
  }
}

/** Minimum width in CSS pixels for three panels side by side: small windows, zoom and scaled screens have less. */
const narrow = () => window.matchMedia('(width < 1100px)');

/** Whether the window has too little room for three panels side by side. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => narrow().matches,
    () => false,
  );
}

function subscribe(changed: () => void): () => void {
  const query = narrow();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
