import { useEffect, useRef, type ReactNode, useEffectEvent, useState, type RefObject } from 'react';
import { Loading } from '../state/state.tsx';
import type { CodeProblem } from './code-editor.ts';
import styles from './code.module.css';
import type { EditorView } from './editor.ts';

interface CodeProps {
  readonly label: string;
  readonly text: string;
  /** A language not loaded by `monaco.ts` is shown without colours. */
  readonly language: string;
  /** 1-based first and last line to mark and to scroll to. */
  readonly marked?: readonly [first: number, last: number] | null;
  /** When this changes, the colours are read again. */
  readonly theme: string;
}

/** Read-only code. The editor is loaded on first use. */
export function Code({ label, text, language, marked = null, theme }: CodeProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const load = async (place: HTMLElement) => (await import('./code-view.ts')).createCodeView(place, label);
  const view = useView(host, load, label);
  useEffect(() => view?.show(text, language), [view, text, language]);
  useEffect(() => view?.mark(marked), [view, marked, text]);
  useEffect(() => view?.restyle(), [view, theme]);
  return <CodeHost host={host} loaded={view !== null} />;
}

interface CodeEditorProps {
  readonly label: string;
  /** Initial text; later values are ignored. */
  readonly text: string;
  /** JSON Schema of its content. */
  readonly schema: object;
  readonly problem: CodeProblem | null;
  readonly theme: string;
  readonly onChange: (text: string) => void;
}

/** Editable JSON with completion from its schema, and a marker at a problem's line. */
export function CodeEditor({ label, text, schema, problem, theme, onChange }: CodeEditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const load = async (place: HTMLElement) =>
    (await import('./code-editor.ts')).createCodeEditor(place, label, { text, schema, changed: onChange });
  const view = useView(host, load, label);
  useEffect(() => view?.showProblem(problem), [view, problem]);
  useEffect(() => view?.restyle(), [view, theme]);
  return <CodeHost host={host} loaded={view !== null} />;
}

function CodeHost({ host, loaded }: { readonly host: React.Ref<HTMLDivElement>; readonly loaded: boolean }): ReactNode {
  return (
    <div className={styles.code} data-testid="code">
      {!loaded && <Loading what="Loading the editor" />}
      <div ref={host} className={styles.host} />
    </div>
  );
}

/** Creates a view in an element once the editor is loaded, and disposes it with the element. */
function useView<V extends EditorView>(
  host: RefObject<HTMLElement | null>,
  make: (host: HTMLElement) => Promise<V>,
  key: string,
): V | null {
  const [view, setView] = useState<V | null>(null);
  const load = useEffectEvent(make);
  useEffect(() => {
    let made: V | null = null;
    let gone = false;
    const place = host.current;
    if (place === null) return;
    void load(place).then((loaded) => {
      if (gone) {
        loaded.dispose();
        return;
      }
      made = loaded;
      setView(loaded);
    });
    return () => {
      gone = true;
      made?.dispose();
      setView(null);
    };
  }, [host, key]);
  return view;
}
