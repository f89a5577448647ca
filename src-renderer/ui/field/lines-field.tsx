import { useState, type ReactNode } from 'react';
import styles from './field.module.css';

interface LinesFieldProps {
  readonly label: string;
  readonly lines: readonly string[];
  /** Without empty lines. */
  readonly onCommit: (lines: string[]) => void;
  /** Why a line is no good; null where it is. */
  readonly complain?: (line: string) => string | null;
}

/** A list, one entry a line. It counts when it is left and every line is good; Escape takes a change back. */
export function LinesField({ label, lines, onCommit, complain }: LinesFieldProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const text = lines.join('\n');
  const wanted = (draft ?? text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const complaint = draft === null ? null : wanted.map((line) => complain?.(line) ?? null).find((why) => why !== null);
  const commit = () => {
    if (draft === null || complaint) return;
    if (wanted.join('\n') !== text) onCommit(wanted);
    setDraft(null);
  };
  return (
    <div className={styles.lines}>
      <textarea
        aria-label={label}
        aria-invalid={Boolean(complaint)}
        className={styles.area}
        spellCheck={false}
        rows={Math.min(8, Math.max(3, wanted.length + 1))}
        value={draft ?? text}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || draft === null) return;
          event.stopPropagation();
          setDraft(null);
        }}
      />
      {complaint && (
        <p role="alert" className={styles.complaint}>
          {complaint}
        </p>
      )}
    </div>
  );
}
