import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './state.module.css';

interface NoticeProps {
  readonly icon: IconName;
  readonly tone?: 'info' | 'warning';
  readonly children: ReactNode;
}

/** A line across a panel that says something the user must know. */
export function Notice({ icon, tone = 'info', children }: NoticeProps): ReactNode {
  return (
    <div role="status" className={classNames(styles.notice, tone === 'warning' && styles.warning)}>
      <Icon name={icon} />
      <span>{children}</span>
    </div>
  );
}

export function Loading({ what }: { readonly what: string }): ReactNode {
  return (
    <div role="status" className={styles.loading}>
      <Icon name="loading" spin /> {what}
    </div>
  );
}
