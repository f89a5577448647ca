import type { ReactNode } from 'react';
import { useSettings } from './context.ts';
import { fitsQuery, type SettingText } from './texts.ts';
import styles from './settings.module.css';

interface SettingProps extends SettingText {
  readonly children: ReactNode;
}

/** Whether a line is among what is searched for. */
export function useFits(text: SettingText): boolean {
  return useSettings(({ query }) => fitsQuery(text, query));
}

/** One line of the page: what can be set, and the control that sets it. */
export function Setting({ title, text, children }: SettingProps): ReactNode {
  if (!useFits({ title, text })) return null;
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
