import type { ReactNode } from 'react';
import type { OcrLine } from '#contract/model/ocr';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState, ErrorState, Loading, Notice } from '../../../ui/state/state.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import styles from './text.module.css';

/** Text recognized in the inspected window's picture, once requested. */
export function TextView(): ReactNode {
  const window = useInspector((state) => state.window);
  const text = useInspector((state) => state.text);
  const error = useInspector((state) => state.textError);
  const reading = useInspector((state) => state.readingText);
  const { readText } = useInspectorApi().getState();
  if (window === null) {
    return (
      <EmptyState icon="symbol-text" title="No window selected">
        Select a window to read the text in its picture.
      </EmptyState>
    );
  }
  if (reading) return <Loading what="Reading the text of the picture" />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void readText()} />;
  return text ? <Lines /> : <NotRead onRead={() => void readText()} />;
}

function NotRead({ onRead }: { readonly onRead: () => void }): ReactNode {
  return (
    <EmptyState
      icon="symbol-text"
      title="No text yet"
      action={
        <Button icon="symbol-text" onClick={onRead}>
          Read text
        </Button>
      }
    >
      Read the text in the picture (OCR), even if the app exposes no elements.
    </EmptyState>
  );
}

function Lines(): ReactNode {
  const text = useInspector((state) => state.text);
  const { copy, hoverLine } = useInspectorApi().getState();
  if (text === null) return null;
  const { lines, language, elapsedMs, note } = text;
  return (
    <div className={styles.panel} data-testid="ocr-text">
      {note !== '' && <Notice icon="info">{note}</Notice>}
      <header className={styles.header}>
        <span className={styles.note}>
          {lines.length} lines · {language} · {Math.round(elapsedMs)} ms
        </span>
        <Button icon="copy" onClick={() => void copy(text.text)}>
          Copy all
        </Button>
      </header>
      <ul className={styles.lines} aria-label="Text of the picture" onPointerLeave={() => hoverLine(null)}>
        {lines.map((line, i) => (
          <li key={i} className={styles.line} onPointerEnter={() => hoverLine(line)}>
            <span className={styles.words}>{line.text}</span>
            <Sureness of={line} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Confidence of its worst word: one wrong word makes a line wrong. Not every recognizer reports it. */
function Sureness({ of: { words } }: { readonly of: OcrLine }) {
  const confidences = words.flatMap(({ confidence }) => confidence ?? []);
  if (confidences.length === 0) return null;
  return (
    <span className={styles.note} data-tip="Confidence">
      {Math.round(Math.min(...confidences))} %
    </span>
  );
}
