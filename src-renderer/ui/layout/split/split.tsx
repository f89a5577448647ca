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
  /** Its sizes are saved under this name. */
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

/** Lays a split out as its person wished, again whenever its own size changes, and keeps what they wish. */
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
      // Hidden, it has no size to fit into.
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

  /** A border was moved by hand. */
  move(layout: Sizes): void {
    this.#wished = wishedAfter(this.#panels, this.#wished, { before: this.#layout, after: layout, total: this.#total });
    this.#layout = layout;
    saveLayout(localStorage, this.#id, this.#wished);
  }
}

/** Three panels side by side need this many CSS pixels: fewer where the window is small, or zoomed, or its screen is scaled. */
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
