import type { ReactNode } from 'react';
import type { TreeChange } from '#contract/model/runs/trace';
import { changeLines } from '#contract/model/elements/diff';
import { Section } from '../layout/section/section.tsx';
import styles from './tree-changes.module.css';

/** Maximum number of changes shown; the rest is counted. */
const shownRows = 100;

interface TreeChangesProps {
  readonly change: TreeChange;
  readonly title?: string;
  /** Shown without a difference. */
  readonly nothing?: string;
}

/** Changes in a window's tree. */
export function TreeChanges({
  change,
  title = 'Changed in the window',
  nothing = 'No changes reported by the app.',
}: TreeChangesProps): ReactNode {
  const lines = changeLines(change);
  return (
    <Section title={title} note={lines.length}>
      {lines.length === 0 && <p className={styles.hint}>{nothing}</p>}
      <ul aria-label={title} data-testid="tree-change">
        {lines.slice(0, shownRows).map(({ sign, text }, index) => (
          <li key={index} className={styles.change} data-sign={sign}>
            <span aria-label={signs[sign]}>{sign}</span> {text}
          </li>
        ))}
      </ul>
      {lines.length > shownRows && <p className={styles.hint}>{lines.length - shownRows} more.</p>}
    </Section>
  );
}

const signs = { '+': 'added', '−': 'removed', '~': 'changed' } as const;
