import type { ReactNode } from 'react';
import styles from './settings.module.css';

interface SettingProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** One line of the page: what can be set, and the control that sets it. */
export function Setting({ title, text, children }: SettingProps): ReactNode {
  return (
    <div className={styles.setting}>
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  );
}
