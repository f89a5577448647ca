import type { ReactNode } from 'react';
import { harmless } from '#contract/foreign-text';
import type { BlackboardEntry } from '#contract/model/agents/agent';
import { Section } from '../../../ui/layout/section/section.tsx';
import { EmptyState } from '../../../ui/state/state.tsx';
import { type Noted, useStepState } from './step-state.ts';
import styles from './step-state.module.css';

const lists: Readonly<Record<BlackboardEntry['list'], string>> = {
  requests: 'Requests',
  questions: 'Questions and answers',
  subTasks: 'Sub-tasks',
  results: 'Results of sub-tasks',
  screenshots: 'Pictures',
  trajectories: 'What was done',
};
/** Maximum number of entries shown; the rest is counted. */
const mostShown = 200;

/** The blackboard after the selected step, or now; the step's own entries are marked. */
export function Blackboard(): ReactNode {
  const { blackboard } = useStepState();
  if (blackboard.length === 0) return <EmptyState icon="note" title="No entries yet" />;
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label="Blackboard" data-testid="blackboard">
      {Object.entries(lists).map(([list, title]) => {
        const noted = blackboard.filter(({ entry }) => entry.list === list);
        return noted.length > 0 && <List key={list} title={title} noted={noted} />;
      })}
    </div>
  );
}

function List({ title, noted }: { readonly title: string; readonly noted: readonly Noted[] }): ReactNode {
  const cut = Math.max(0, noted.length - mostShown);
  return (
    <Section title={title} note={noted.length}>
      {cut > 0 && <p className={styles.about}>{cut} earlier ones.</p>}
      <ul aria-label={title}>
        {noted.slice(cut).map(({ entry, isNew }, index) => (
          <li key={cut + index} className={styles.entry} data-new={isNew}>
            <span className={styles.sign} aria-label={isNew ? 'new' : undefined}>
              {isNew ? '+' : ''}
            </span>
            <span>{harmless(inWords(entry))}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function inWords(entry: BlackboardEntry): string {
  switch (entry.list) {
    case 'requests':
      return `Round ${entry.round}: ${entry.request}`;
    case 'questions':
      return `${entry.question} → ${entry.answer}`;
    case 'subTasks':
      return `${entry.agent}: ${entry.subTask}`;
    case 'results':
      return `${entry.subTask} (${entry.status}): ${entry.result}`;
    case 'screenshots':
      return `Step ${entry.step}: ${entry.reason}`;
    case 'trajectories':
      return `Step ${entry.step}: ${entry.action}`;
  }
}
