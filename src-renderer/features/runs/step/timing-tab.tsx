import type { ReactNode } from 'react';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useRuns } from '../context.ts';
import { Facts } from '../details/facts.tsx';
import { formatDuration } from '../figures.ts';
import { chosenStep } from '../state.ts';
import { useEvents } from './of-step.ts';
import styles from './step.module.css';

/** UFO's names of the phases, in words. */
const phases: Readonly<Record<string, string>> = {
  DATA_COLLECTION: 'Looking',
  LLM_INTERACTION: 'The model',
  ACTION_EXECUTION: 'Acting',
  MEMORY_UPDATE: 'Remembering',
};

/** Where the time of the step went. */
export function TimingTab(): ReactNode {
  const step = useRuns(chosenStep);
  const stepped = useEvents('stepped').at(-1);
  const answered = useEvents('answered');
  if (!step) return null;
  const took = Object.entries(stepped?.elapsedMs ?? {});
  const longest = Math.max(1, ...took.map(([, ms]) => ms));
  return (
    <>
      <Section title="Phases" note={stepped ? formatDuration(step.elapsedMs) : 'not ended'}>
        <ul className={styles.phases} aria-label="Phases">
          {took.map(([name, ms]) => (
            <li key={name} className={styles.phase}>
              <span className={styles.phaseName}>{phases[name] ?? name}</span>
              <span className={styles.bar} aria-hidden="true">
                <span className={styles.filled} style={{ width: `${(100 * ms) / longest}%` }} />
              </span>
              <span className={styles.phaseTime}>{formatDuration(ms)}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Clock">
        <Facts
          facts={[
            ['Started', new Date(step.at).toLocaleTimeString('en-GB')],
            ...answered.map(({ attempt, elapsedMs }) => [`Answer ${attempt}`, formatDuration(elapsedMs)] as const),
          ]}
        />
      </Section>
    </>
  );
}
