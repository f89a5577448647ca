import { Fragment, type ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { PanelSize } from './fit-layout.ts';
import { useFittedLayout } from './use-fitted-layout.ts';
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
