import type { ReactNode } from 'react';
import type { CallDetails } from '#contract/model/runs/run';
import { formatRect } from '#contract/model/geometry';
import { shortSelector } from '#contract/model/elements/selector';
import { Section } from '../../../ui/layout/section/section.tsx';
import styles from './details.module.css';

interface FactsProps {
  readonly details: CallDetails;
}

type Fact = readonly [name: string, value: ReactNode];

/** The selector that matched, and its cost. */
export function ResolutionSection({ details }: FactsProps): ReactNode {
  const found = details.after?.resolution;
  if (!found) return null;
  return (
    <Section title="Found" note={found.matchCount === 1 ? '1 match' : `${found.matchCount} matches`}>
      <Facts
        facts={[
          ['Selector', <code key="selector">{shortSelector(found.selector)}</code>],
          ...(found.healedFrom
            ? [['Healed with', <code key="healed">{shortSelector(found.healedFrom)}</code>] as const]
            : []),
          ['Looked', `${found.attempts} times, ${Math.round(found.elapsedMs)} ms`],
          ['Bounds', found.bounds ? formatRect(found.bounds) : 'none'],
        ]}
      />
    </Section>
  );
}

/** Who or what allowed it. */
export function DecisionSection({ details }: FactsProps): ReactNode {
  const { before } = details;
  if (!before) return null;
  return (
    <Section title="Decision" note={before.decision}>
      <Facts
        facts={[
          ...(before.decidedBy ? [['By', before.decidedBy] as const] : []),
          ...(before.effect ? [['Effect', effects[before.effect]] as const] : []),
        ]}
      />
    </Section>
  );
}

const effects = { observe: 'looks', act: 'acts', program: 'starts a program' } as const;

/** Durations. */
export function TimingSection({ details }: FactsProps): ReactNode {
  const { before, after, seen } = details;
  if (!before) return null;
  const ms = (value: number | undefined) => (value === undefined ? '–' : `${Math.round(value)} ms`);
  return (
    <Section title="Timing" note={after ? ms(after.elapsedMs) : undefined}>
      <Facts
        facts={[
          ['Started', new Date(before.at).toLocaleTimeString('en-GB')],
          ['Permission', ms(before.permitMs)],
          ['Picture before', ms(seen.before?.waitedMs)],
          ['Finding', ms(after?.resolution?.elapsedMs)],
          ['Execution', ms(after?.elapsedMs)],
        ]}
      />
    </Section>
  );
}

/** Names and values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value], index) => (
        <div key={index} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
