import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useRecorderApi } from '../context.ts';
import styles from './insert.module.css';

interface GapProps {
  /** The index that what is inserted there gets. */
  readonly at: number;
  readonly edge: 'top' | 'bottom';
}

/** A “+” on the edge of a row. For the pointer; the key `Insert` does the same behind the chosen step. */
export function Gap({ at, edge }: GapProps): ReactNode {
  const { openGap } = useRecorderApi().getState();
  return (
    <span
      className={styles.gap}
      data-edge={edge}
      data-testid="insert-here"
      data-tip="Insert a step here"
      data-tip-keys="Insert"
      onClick={(event) => {
        event.stopPropagation();
        openGap(at);
      }}
    >
      <Icon name="add" />
    </span>
  );
}
