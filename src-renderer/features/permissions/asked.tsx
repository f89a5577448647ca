import { useEffect, useRef, type ReactNode, type KeyboardEvent } from 'react';
import { Icon } from '../../ui/icon/icon.tsx';
import styles from './permissions.module.css';

interface AskedProps {
  /** Content whose end must become visible before a yes counts. */
  readonly children: ReactNode;
  /** Optional content below it. */
  readonly beside?: ReactNode;
  /** Called when its end becomes visible, and with false when it grows out of view. */
  readonly onRead: (isRead: boolean) => void;
}

/**
 * The question. Its arguments and names may be of any length, with the important part at the end: it scrolls, and
 * the answers below it stay in place.
 */
export function Asked({ children, beside, onRead }: AskedProps): ReactNode {
  const field = useRef<HTMLDivElement>(null);
  const asked = useRef<HTMLDivElement>(null);
  const read = useRef(onRead);
  useEffect(() => {
    read.current = onRead;
  });
  const isEndInSight = () => {
    const [shown, whole] = [field.current, asked.current].map((part) => part?.getBoundingClientRect().bottom ?? 0);
    // Fractions of pixels are rounded differently.
    return (whole ?? 0) <= (shown ?? 0) + 2;
  };
  useEffect(() => {
    // A picture that loads later may push the end out of view.
    const observer = new ResizeObserver(() => read.current(isEndInSight()));
    for (const part of [field.current, asked.current]) if (part) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={field}
      className={styles.asked}
      tabIndex={0}
      data-testid="asked"
      onScroll={() => {
        if (isEndInSight()) onRead(true);
      }}
    >
      <div ref={asked} className={styles.toRead}>
        {children}
      </div>
      {beside}
    </div>
  );
}

/** The act, or the agent's words. */
export function Sentence({ text }: { readonly text: string }): ReactNode {
  return (
    <p id="what" className={styles.what} data-testid="permission-sentence">
      {text}
    </p>
  );
}

interface AskerProps {
  /** The caller and its purpose. */
  readonly children: ReactNode;
  /** Number of further questions. */
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

/** Escape is a no; a held key was pressed for the previous question. */
export function noKeyOfBefore(event: KeyboardEvent, deny: () => void): void {
  const isTyping = event.target instanceof HTMLTextAreaElement;
  if (event.repeat && !isTyping) event.preventDefault();
  else if (event.key === 'Escape') deny();
}
