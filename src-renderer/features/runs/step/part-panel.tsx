import { useMemo, type ReactNode } from 'react';
import { harmless, oneLine } from '#contract/foreign-text';
import type { AgentStepSummary, StoryEvent } from '#contract/model/agents/agent-step';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useRuns } from '../context.ts';
import { Facts } from '../details/facts.tsx';
import { formatDuration, formatCost } from '../figures.ts';
import { lastPlan } from '../steps/step-rows.ts';
import styles from './step.module.css';

/** Details of a round or a sub-task. @param part the id of its row: `round 1`, `part 2 7` */
export function PartPanel({ part }: { readonly part: string }): ReactNode {
  const steps = useRuns((state) => state.steps);
  const story = useRuns((state) => state.story);
  const shown = useMemo(() => aboutPart(part, steps, story), [part, steps, story]);
  const totals = totalsOf(shown.steps);
  return (
    <section className={styles.panel} aria-label={shown.title} data-testid="part-panel">
      <header className={styles.heading}>
        <h2 className={styles.title}>
          {shown.title} {shown.status && <span className={styles.state}>{shown.status}</span>}
        </h2>
        {shown.app && <p className={styles.about}>in {oneLine(shown.app)}</p>}
      </header>
      <div className={styles.rest}>
        <Section title="Task">
          <p className={styles.words}>{harmless(shown.text)}</p>
        </Section>
        {shown.result && (
          <Section title="Result">
            <p className={styles.words}>{harmless(shown.result)}</p>
          </Section>
        )}
        <Section title="Cost">
          <Facts
            facts={[
              ['Steps', String(shown.steps.length)],
              ['Tokens', `${totals.inputTokens} in, ${totals.outputTokens} out`],
              ['Price', totals.cost],
              ['Time', formatDuration(totals.elapsedMs)],
              ...(shown.after.length > 0 ? [['After', shown.after.join(', ')] as const] : []),
            ]}
          />
        </Section>
      </div>
    </section>
  );
}

interface AboutPart {
  readonly title: string;
  readonly status: string;
  readonly text: string;
  readonly app: string;
  readonly result: string;
  readonly after: readonly string[];
  readonly steps: readonly AgentStepSummary[];
}

function aboutPart(part: string, steps: readonly AgentStepSummary[], story: readonly StoryEvent[]): AboutPart {
  const [kind, id = ''] = part.split(' ');
  const none = { app: '', after: [], status: '', text: '', result: '' };
  if (kind === 'part') {
    const subTask = lastPlan(story).get(id);
    return { ...none, ...subTask, title: `Sub-task ${id}`, steps: steps.filter((step) => step.subTask === id) };
  }
  const round = Number(id);
  const of = story.flatMap(({ event }) => ('round' in event && event.round === round ? [event] : []));
  const began = of.find((event) => event.event === 'round');
  const ended = of.find((event) => event.event === 'outcome');
  return {
    ...none,
    title: `Round ${id}`,
    text: began?.event === 'round' ? began.request : '',
    ...(ended?.event === 'outcome' && { status: ended.outcome, result: ended.text }),
    steps: steps.filter((step) => step.round === round),
  };
}

interface Totals {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The known price, in words. */
  readonly cost: string;
  /** Milliseconds. */
  readonly elapsedMs: number;
}

/** Totals of steps. */
export function totalsOf(steps: readonly AgentStepSummary[]): Totals {
  const priced = steps.flatMap(({ cost }) => cost ?? []);
  return {
    inputTokens: sum(steps.map((step) => step.inputTokens)),
    outputTokens: sum(steps.map((step) => step.outputTokens)),
    cost: priced.length === 0 ? 'not known' : formatCost(sum(priced)),
    elapsedMs: sum(steps.map((step) => step.elapsedMs)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
