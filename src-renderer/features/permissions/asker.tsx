import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../../ui/icon/icon.tsx';
import styles from './permissions.module.css';

interface AskerProps {
  /** Who asks, and for what. */
  readonly children: ReactNode;
  /** How many more questions wait behind this one. */
  readonly waiting: number;
}

export function Asker({ children, waiting }: AskerProps): ReactNode {
  return (
    <header className={styles.header}>
      <Icon name="shield" className={styles.shield} />
      <h1 id="who" className={styles.who}>
        {children}
      </h1>
      {waiting > 0 && <span className={styles.waiting}>{waiting} more waiting</span>}
    </header>
  );
}

/** Escape is a no; a key that is held was pressed for the question before. */
export function noKeyOfBefore(event: KeyboardEvent, deny: () => void): void {
  const isTyping = event.target instanceof HTMLTextAreaElement;
  if (event.repeat && !isTyping) event.preventDefault();
  else if (event.key === 'Escape') deny();
}
