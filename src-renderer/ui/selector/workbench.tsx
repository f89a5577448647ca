import type { ReactNode } from 'react';
import { toWire } from '#contract/errors';
import { describeElement, type ElementNode } from '#contract/model/elements/element';
import { doubtsAbout, explainSelector } from '#contract/model/elements/explain-selector';
import { IconButton } from '../button/button.tsx';
import type { Vocabulary } from './completions.ts';
import { SelectorLine } from './selector-line.tsx';
import styles from './selector.module.css';
import type { Trial } from './use-trial.ts';

interface WorkbenchProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly words: Vocabulary;
  readonly trial: Trial;
  /** A match or near miss was chosen; they are plain text where it is missing. */
  readonly onElement?: ((element: ElementNode) => void) | undefined;
  /** What can be done with a selector that matches. */
  readonly actions?: ReactNode;
}

/** Tries a selector on the window while it is written: what it finds, what it nearly finds, what it rests on. */
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
        {found && found.total > 0 && <Rests text={text} />}
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

function Rests({ text }: { readonly text: string }): ReactNode {
  const lines = linesAbout(text);
  return lines.map((line) => (
    <p key={line} className={styles.note}>
      {line}
    </p>
  ));
}

/** Nothing of a text that is on its way to another and cannot be read. */
function linesAbout(text: string): readonly string[] {
  try {
    return [explainSelector(text), ...doubtsAbout(text)];
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
