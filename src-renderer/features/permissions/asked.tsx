import { useEffect, useRef, type ReactNode, type KeyboardEvent } from 'react';
import { Icon } from '../../ui/icon/icon.tsx';
import styles from './permissions.module.css';

interface AskedProps {
  /** What must have been visible to its end before a yes counts. */
  readonly children: ReactNode;
  /** What may be read below it. */
  readonly beside?: ReactNode;
  /** Called when its end comes visible, and with false if it grew out of it. */
  readonly onRead: (isRead: boolean) => void;
}

/**
 * What is asked. It may be of any length, as arguments and names are, and what counts in it may be at the end: it scrolls, and
 * the answers below it stay where they are.
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
    // Fractions of pixels are rounded each in its own way.
    return (whole ?? 0) <= (shown ?? 0) + 2;
  };
  useEffect(() => {
    // A picture that comes later may push the end out of sight.
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

/** What would be done, or what an agent says. */
export function Sentence({ text }: { readonly text: string }): ReactNode {
  return (
    <p id="what" className={styles.what} data-testid="permission-sentence">
      {text}
    </p>
  );
}

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
