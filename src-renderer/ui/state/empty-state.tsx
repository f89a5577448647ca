import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './state.module.css';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  /** What the next step is. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** What a part shows when it has nothing to show: why, and the next step. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.empty}>
      <Icon name={icon} className={styles.icon} />
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  );
}
