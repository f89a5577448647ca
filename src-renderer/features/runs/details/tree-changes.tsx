import type { ReactNode } from 'react';
import { describeElement } from '#contract/model/element';
import type { TreeChange, TreeRow } from '#contract/model/trace';
import { Section } from '../../../ui/section/section.tsx';
import styles from './details.module.css';
import { quoted } from '#contract/foreign-text';

/** No one reads more; the rest is counted. */
const shownRows = 100;

/** What the call changed in the tree of its window. */
export function TreeChanges({ change }: { readonly change: TreeChange }): ReactNode {
  const lines = linesOf(change);
  return (
    <Section title="Changed in the window" note={lines.length}>
      {lines.length === 0 && <p className={styles.hint}>No changes reported by the app.</p>}
      <ul aria-label="Changed in the window" data-testid="tree-change">
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

function linesOf({ added, removed, changed }: TreeChange) {
  return [
    ...changed.map((one) => ({ sign: '~' as const, text: `${describeElement(one.after)}: ${differences(one)}` })),
    ...added.map((row) => ({ sign: '+' as const, text: describeElement(row) })),
    ...removed.map((row) => ({ sign: '−' as const, text: describeElement(row) })),
  ];
}

function differences({ before, after }: { readonly before: TreeRow; readonly after: TreeRow }): string {
  const parts: string[] = [];
  if (before.name !== after.name) parts.push(`name ${quoted(before.name)} → ${quoted(after.name)}`);
  if (before.value !== after.value) parts.push(`value ${quoted(before.value ?? '')} → ${quoted(after.value ?? '')}`);
  const gained = after.states.filter((state) => !before.states.includes(state)).map((state) => `now ${state}`);
  const lost = before.states.filter((state) => !after.states.includes(state)).map((state) => `no longer ${state}`);
  parts.push(...gained, ...lost);
  return parts.join(', ') || 'moved';
}
