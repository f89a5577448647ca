import { useEffect, type ReactNode } from 'react';
import { harmless } from '#contract/foreign-text';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { Loading } from '../../../ui/state/notice.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import styles from './step.module.css';

interface BlobTextProps {
  readonly title: string;
  readonly blob: string;
  readonly note?: ReactNode;
}

/** A text of the trace in full, read when it is shown. */
export function BlobText({ title, blob, note }: BlobTextProps): ReactNode {
  const text = useRuns((state) => state.texts.get(blob));
  const { needText, copy } = useRunsApi().getState();
  useEffect(() => void needText(blob), [needText, blob]);
  const button = text && <CopyButton what={title.toLowerCase()} onCopy={() => void copy(text)} />;
  return (
    <Section title={title} note={button}>
      {note !== undefined && <p className={styles.hint}>{note}</p>}
      {text === undefined && <Loading what="Reading the text" />}
      {text === null && <p className={styles.hint}>It is missing from the trace, for example after a crash.</p>}
      {text !== undefined && text !== null && (
        <pre className={styles.text} tabIndex={0} aria-label={title} data-testid="blob-text">
          {harmless(text) || '(nothing)'}
        </pre>
      )}
    </Section>
  );
}
