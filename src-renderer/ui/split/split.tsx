import { Fragment, useMemo, type ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { loadLayout, saveLayout } from './layout-store.ts';
import styles from './split.module.css';

export interface SplitPanel {
  readonly id: string;
  /** What the border before it resizes, for its accessible name. */
  readonly label: string;
  /** Pixels as a number, percent as `'30%'`. */
  readonly size: number | string;
  readonly min: number;
  /** Keeps its pixels when the window is resized; the others take the difference. */
  readonly fixed?: boolean;
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
  const ids = panels.map((panel) => panel.id).join(' ');
  const saved = useMemo(() => loadLayout(localStorage, id, ids.split(' ')), [id, ids]);
  return (
    <Group
      id={`split-${id}`}
      orientation={direction}
      defaultLayout={saved}
      onLayoutChanged={(layout, meta) => meta.isUserInteraction && saveLayout(localStorage, id, layout)}
    >
      {panels.map((panel, index) => (
        <Fragment key={panel.id}>
          {index > 0 && <Separator className={styles.border} aria-label={`Resize ${panel.label}`} />}
          <Panel
            id={panel.id}
            defaultSize={panel.size}
            minSize={panel.min}
            groupResizeBehavior={panel.fixed ? 'preserve-pixel-size' : 'preserve-relative-size'}
            className={styles.panel}
          >
            {panel.content}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}
