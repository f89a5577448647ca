import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useRecorderApi } from '../context.ts';
import type { Beside } from '../steps/rows.ts';
import styles from './insert.module.css';

/** A “+” on the edge of a row. For the pointer; the key `Insert` does the same behind the chosen row. */
export function Gap(beside: Beside): ReactNode {
  const { openGap } = useRecorderApi().getState();
  return (
    <span
      className={styles.gap}
      data-edge={beside.after ? 'bottom' : 'top'}
      data-testid="insert-here"
      data-tip="Insert a step here"
      data-tip-keys="Insert"
      onClick={(event) => {
        event.stopPropagation();
        openGap(beside);
      }}
    >
      <Icon name="add" />
    </span>
  );
}
