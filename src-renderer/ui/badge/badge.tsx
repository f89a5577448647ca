import type { ReactNode } from 'react';
import type { SelectorGrade } from '#contract/model/elements/selector';
import styles from './badge.module.css';

export function Badge({ children, tip }: { readonly children: ReactNode; readonly tip?: string }): ReactNode {
  return (
    <span className={styles.badge} data-tip={tip}>
      {children}
    </span>
  );
}

export type Tone = 'good' | 'bad' | 'warn' | 'quiet';

/** A coloured dot; the words beside it say the same. */
export function Dot({ tone }: { readonly tone: Tone }): ReactNode {
  return <span aria-hidden="true" className={styles.dot} data-tone={tone} />;
}

const meanings: Record<SelectorGrade, string> = {
  A: 'Grade A: the developer’s own identity, or a unique role and name',
  B: 'Grade B: unique by role and name or description',
  C: 'Grade C: unique by its surroundings: a label, a row and column, a named container',
  D: 'Grade D: depends on the order of its neighbours',
  E: 'Grade E: a path of positions, breaks when the layout changes',
};

/** How robust a selector is, as a letter and a colour. */
export function GradeBadge(props: {
  readonly grade: SelectorGrade;
  /** Why it differs from the usual grade of such a selector. */
  readonly reason?: string | undefined;
}): ReactNode {
  const { grade, reason } = props;
  return (
    <span
      className={styles.grade}
      data-grade={grade}
      data-tip={reason ?? meanings[grade]}
      aria-label={reason === undefined ? `Grade ${grade}` : `Grade ${grade}. ${reason}`}
      role="img"
    >
      {grade}
    </span>
  );
}
