import type { ReactNode } from 'react';
import type { Step } from '#contract/model/recordings/recording';
import { EditField } from '../../../ui/field/edit-field.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useRecorderApi } from '../context.ts';
import { waitComplaint, withComment, withTimeout } from './edit-step.ts';
import styles from './details.module.css';

/** How long the step waits, and what a person notes about it. */
export function StepMore({ step }: { readonly step: Step }): ReactNode {
  const { update } = useRecorderApi().getState();
  const { timeoutMs, comment = '' } = step;
  return (
    <Section title="More">
      <div className={styles.more}>
        <span className={styles.label}>Waits, in seconds</span>
        <EditField
          label="How long it waits, in seconds"
          placeholder="As the settings say"
          value={timeoutMs === undefined ? '' : String(timeoutMs / 1_000)}
          complain={waitComplaint}
          onCommit={(seconds) => void update(withTimeout(step, seconds))}
        />
        <span className={styles.label}>Comment</span>
        <EditField
          label="Comment"
          placeholder="Your own words"
          value={comment}
          onCommit={(text) => void update(withComment(step, text))}
        />
      </div>
    </Section>
  );
}
