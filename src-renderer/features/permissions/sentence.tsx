import { useEffect, useRef, type ReactNode } from 'react';
import styles from './permissions.module.css';

interface SentenceProps {
  readonly text: string;
  /** Called when its end has been in sight. */
  readonly onRead: () => void;
}

/** What would be done. Arguments can be of any length, and what counts in them may stand at the end. */
export function Sentence({ text, onRead }: SentenceProps): ReactNode {
  const shown = useRef<HTMLParagraphElement>(null);
  const look = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = shown.current ?? {};
    // Fractions of pixels are rounded each in its own way.
    if (scrollTop + clientHeight >= scrollHeight - 2) onRead();
  };
  useEffect(look);
  return (
    <p ref={shown} id="what" tabIndex={0} className={styles.what} onScroll={look} data-testid="permission-sentence">
      {text}
    </p>
  );
}
