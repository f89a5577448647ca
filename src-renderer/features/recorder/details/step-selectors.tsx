import { useId, type ReactNode } from 'react';
import type { Step } from '#contract/model/recordings/recording';
import { shortSelector, type RankedSelector } from '#contract/model/elements/selector';
import { GradeBadge } from '../../../ui/badge/grade.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useRecorderApi } from '../context.ts';
import { SelectorTrial } from './selector-trial.tsx';
import { withPrimary } from './edit-step.ts';
import styles from './details.module.css';

interface StepSelectorsProps {
  readonly step: Step;
  readonly selectors: readonly RankedSelector[];
}

/** How the element is found again: the first is tried first, the others heal. */
export function StepSelectors({ step, selectors }: StepSelectorsProps): ReactNode {
  const group = useId();
  const { update } = useRecorderApi().getState();
  return (
    <Section title="Selectors" note="the chosen one is tried first">
      <SelectorTrial step={step} />
      <div role="radiogroup" aria-label="Primary selector">
        {/* In a fixed order, so that choosing one does not move it away from under the pointer. */}
        {[...selectors]
          .sort((a, b) => a.grade.localeCompare(b.grade) || a.selector.localeCompare(b.selector))
          .map((ranked) => (
            <label key={ranked.selector} className={styles.selector}>
              <input
                type="radio"
                name={group}
                checked={ranked.selector === selectors[0]?.selector}
                onChange={() => void update(withPrimary(step, ranked.selector))}
              />
              <GradeBadge grade={ranked.grade} />
              <code className={styles.code} data-tip={shortSelector(ranked.selector)}>
                {shortSelector(ranked.selector)}
              </code>
            </label>
          ))}
      </div>
    </Section>
  );
}
