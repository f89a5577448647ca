import { useLayoutEffect, useRef, useState } from 'react';
import { useGroupRef, type GroupProps } from 'react-resizable-panels';
import { fitLayout, wishedAfter, type PanelSize, type Sizes } from './fit-layout.ts';
import { loadLayout, saveLayout } from './layout-store.ts';

/** Lays a split out as its person wished, again whenever its own size changes, and keeps what they wish. */
export function useFittedLayout(
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
