import { type ReactNode, useId, useState, type KeyboardEvent } from 'react';
import { toWire } from '#contract/errors';
import { describeElement, type ElementNode } from '#contract/model/elements/element';
import { doubtsAbout, explainSelector } from '#contract/model/elements/explain-selector';
import { IconButton } from '../button/button.tsx';
import { TextField } from '../field/text-field.tsx';
import { type Vocabulary, completionsFor } from './completions.ts';
import styles from './selector.module.css';
import type { Trial } from './use-trial.ts';

interface WorkbenchProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly words: Vocabulary;
  readonly trial: Trial;
  /** Called when a match or near miss is selected; they are plain text if it is missing. */
  readonly onElement?: ((element: ElementNode) => void) | undefined;
  /** Commands for a selector with matches. */
  readonly actions?: ReactNode;
}

/** Tries a selector on the window while it is written: its matches, near misses, and quality. */
export function Workbench({ text, onText, words, trial, onElement, actions }: WorkbenchProps): ReactNode {
  const { found, error } = trial;
  const after = (
    <>
      {found && <span className={styles.count}>{countOf(found.total)}</span>}
      {text !== '' && <IconButton icon="close" label="Clear the selector" onClick={() => onText('')} />}
    </>
  );
  return (
    <div className={styles.workbench} data-testid="selector-workbench">
      <SelectorLine label="Try a selector" text={text} onText={onText} words={words} after={after} />
      <div role="status" className={styles.status} data-busy={trial.busy || undefined}>
        {error !== null && <Failure error={error} />}
        {found && found.total > 0 && <Rests text={text} total={found.total} />}
        {found && (
          <ol className={styles.matches} aria-label="Matches">
            {found.matches.map((node) => (
              <Element key={node.id} node={node} onElement={onElement} />
            ))}
          </ol>
        )}
        {found?.total === 0 && <Nothing trial={trial} onElement={onElement} />}
      </div>
      {found !== null && found.total > 0 && actions}
    </div>
  );
}

function countOf(total: number): string {
  return total === 1 ? '1 match' : `${total} matches`;
}

function Failure({ error }: { readonly error: unknown }): ReactNode {
  const { message, hint } = toWire(error);
  return (
    <p className={styles.failure}>
      {message} {hint}
    </p>
  );
}

function Rests({ text, total }: { readonly text: string; readonly total: number }): ReactNode {
  const lines = linesAbout(text, total);
  return lines.map((line) => (
    <p key={line} className={styles.note}>
      {line}
    </p>
  ));
}

/** Nothing for an incomplete text that cannot be parsed. */
function linesAbout(text: string, total: number): readonly string[] {
  try {
    const first = total === 1 ? explainSelector(text) : `Ambiguous: ${total} matches. Add name, near or nth.`;
    return [first, ...doubtsAbout(text)];
  } catch {
    return [];
  }
}

function Nothing({ trial, onElement }: Pick<WorkbenchProps, 'trial' | 'onElement'>): ReactNode {
  const near = trial.found?.near ?? [];
  if (near.length === 0) {
    return <p className={styles.note}>No matches, and none similar. Try part of the name: name~=…</p>;
  }
  return (
    <>
      <p className={styles.note}>No matches. Nearest:</p>
      <ul className={styles.matches} aria-label="Near misses">
        {near.map(({ element, why }) => (
          <Element key={element.id} node={element} onElement={onElement} why={why} />
        ))}
      </ul>
    </>
  );
}

interface ElementProps extends Pick<WorkbenchProps, 'onElement'> {
  readonly node: ElementNode;
  readonly why?: string;
}

function Element({ node, onElement, why }: ElementProps): ReactNode {
  const words = describeElement(node);
  return (
    <li>
      {onElement ? (
        <button type="button" className={styles.match} onClick={() => onElement(node)}>
          {words}
        </button>
      ) : (
        words
      )}
      {why && <span className={styles.help}> {why}</span>}
    </li>
  );
}

interface SelectorLineProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly words: Vocabulary;
  readonly after?: ReactNode;
}

/** A selector field with completions: an ARIA combobox with a list. */
function SelectorLine({ label, text, onText, words, after }: SelectorLineProps): ReactNode {
  const list = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const completions = open ? completionsFor(text, words) : [];
  const chosen = completions[active];

  const write = (line: string) => {
    onText(line);
    setOpen(true);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) {
      if (!open) setOpen(true);
      else if (completions.length > 0) setActive((active + move + completions.length) % completions.length);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) write(chosen.line);
    else if (event.key === 'Escape' && completions.length > 0) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.line}>
      <TextField
        label={label}
        placeholder={'role=Button name="Save"'}
        role="combobox"
        aria-expanded={completions.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${list}-${active}`}
        value={text}
        onText={write}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
        after={after}
      />
      <ul id={list} role="listbox" aria-label="Completions" className={styles.list} hidden={completions.length === 0}>
        {completions.map(({ shown, help, line }, index) => (
          <li
            key={shown}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            // The field keeps the focus.
            onMouseDown={(event) => {
              event.preventDefault();
              write(line);
            }}
          >
            <code>{shown}</code>
            <span className={styles.help}>{help}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
