import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Loading } from '../state/notice.tsx';
import type { CodeView } from './code-view.ts';
import styles from './code.module.css';

interface CodeProps {
  readonly label: string;
  readonly text: string;
  /** One that `monaco.ts` does not load is shown without colours. */
  readonly language: string;
  /** 1-based first and last line to mark and to scroll to. */
  readonly marked?: readonly [first: number, last: number] | null;
  /** When this changes the colours are read again. */
  readonly theme: string;
}

/** Read-only code. The editor is loaded when the first one is shown. */
export function Code({ label, text, language, marked = null, theme }: CodeProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const view = useCodeView(host, label);
  useEffect(() => view?.show(text, language), [view, text, language]);
  useEffect(() => view?.mark(marked), [view, marked, text]);
  useEffect(() => view?.restyle(), [view, theme]);
  return (
    <div className={styles.code} data-testid="code">
      {view === null && <Loading what="Loading the editor" />}
      <div ref={host} className={styles.host} />
    </div>
  );
}

function useCodeView(host: React.RefObject<HTMLDivElement | null>, label: string): CodeView | null {
  const [view, setView] = useState<CodeView | null>(null);
  useEffect(() => {
    let made: CodeView | null = null;
    let gone = false;
    void import('./code-view.ts').then(({ createCodeView }) => {
      if (gone || host.current === null) return;
      made = createCodeView(host.current, label);
      setView(made);
    });
    return () => {
      gone = true;
      made?.dispose();
      setView(null);
    };
  }, [host, label]);
  return view;
}
