import { useEffect, useRef, type ReactNode } from 'react';
import styles from './permissions.module.css';

interface AskedProps {
  /** What must have been in sight to its end before a yes counts. */
  readonly children: ReactNode;
  /** What may be read below it. */
  readonly beside?: ReactNode;
  /** Called when its end comes in sight, and with false where it grew out of it. */
  readonly onRead: (isRead: boolean) => void;
}

/**
 * What is asked. It may be of any length, as arguments and names are, and what counts in it may stand at the end: it
 * scrolls, and the answers below it stay where they are.
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
