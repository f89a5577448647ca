import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { describeElement } from '#contract/model/elements/element';
import { classNames } from '../../../ui/class-names.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import { consoleWords, type ConsoleEntry } from './console-slice.ts';
import styles from './console.module.css';

/** The selected element by typing: selectors, its actions and its properties. */
export function ConsoleView(): ReactNode {
  const entries = useInspector((state) => state.consoleEntries);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // No arrow without braces: newer versions of Chromium answer with a promise.
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [entries]);
  return (
    <div className={styles.panel} data-testid="console">
      <div ref={list} className={styles.entries} role="log" aria-label="Answers" tabIndex={0}>
        {entries.length === 0 && (
          <p className={styles.note}>
            Type a selector, an action such as “focus”, or the name of a property. “help” lists what the selected
            element has; Tab completes, ↑ repeats.
          </p>
        )}
        {entries.map((entry) => (
          <Answered key={entry.id} entry={entry} />
        ))}
      </div>
      <Line />
    </div>
  );
}

function Answered({ entry: { line, answer, found, failed } }: { readonly entry: ConsoleEntry }): ReactNode {
  const { reveal } = useInspectorApi().getState();
  return (
    <div className={styles.entry}>
      <code className={styles.line}>{line}</code>
      {answer.map((text, index) => (
        <p key={index} className={classNames(styles.answer, failed && styles.failed)}>
          {text}
        </p>
      ))}
      {found.map((node) => (
        <button key={node.id} type="button" className={styles.found} onClick={() => void reveal(node.id)}>
          {describeElement(node)}
        </button>
      ))}
    </div>
  );
}

/** The line being typed. Up and down are the earlier lines, as in a shell. */
function Line(): ReactNode {
  const [text, setText] = useState('');
  const [back, setBack] = useState(0);
  const entries = useInspector((state) => state.consoleEntries);
  const details = useInspector((state) => state.details);
  const words = useMemo(() => consoleWords({ details }), [details]);
  const { enterLine } = useInspectorApi().getState();
  const earlier = useMemo(() => [...new Set(entries.map(({ line }) => line).reverse())], [entries]);
  const repeat = (steps: number) => {
    const to = Math.max(0, Math.min(earlier.length, back + steps));
    setBack(to);
    setText(to === 0 ? '' : (earlier[to - 1] ?? ''));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const completed = event.key === 'Tab' && !event.shiftKey && text !== '' ? completion(text, words) : null;
    if (steps === 0 && completed === null) return;
    event.preventDefault();
    if (completed !== null) setText(completed);
    else repeat(steps);
  };
  return (
    <form
      className={styles.prompt}
      onSubmit={(event) => {
        event.preventDefault();
        setText('');
        setBack(0);
        void enterLine(text);
      }}
    >
      <TextField
        label={details === null ? 'Selector or help' : `${describeElement(details)}: action, property or selector`}
        icon="terminal"
        value={text}
        onText={setText}
        onKeyDown={onKeyDown}
        spellCheck={false}
        data-testid="console-line"
      />
    </form>
  );
}

/** The text as far as all words that begin with it agree; null if none adds to it. */
export function completion(text: string, words: readonly string[]): string | null {
  const typed = text.toLowerCase();
  const fitting = words.filter((word) => word.toLowerCase().startsWith(typed));
  const [first] = fitting;
  if (first === undefined) return null;
  let length = first.length;
  for (const word of fitting)
    while (word.slice(0, length).toLowerCase() !== first.slice(0, length).toLowerCase()) length--;
  return length > text.length ? first.slice(0, length) : null;
}
