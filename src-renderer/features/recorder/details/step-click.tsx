import type { ReactNode } from 'react';
import type { MouseButton } from '#contract/model/recordings/action';
import { mouseButton, type ClickCount } from '#contract/model/schemas/action';
import type { Step } from '#contract/model/recordings/recording';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useRecorderApi } from '../context.ts';
import { withClick } from './edit-step.ts';
import styles from './details.module.css';

const buttonTitles: Readonly<Record<MouseButton, string>> = {
  left: 'Left',
  right: 'Right',
  middle: 'Middle',
  back: 'Back, at the side',
  forward: 'Forward, at the side',
};
const buttons = mouseButton.options.map((value) => ({ value, title: buttonTitles[value] }));
const counts = [
  { value: '1', title: 'Once' },
  { value: '2', title: 'Twice' },
  { value: '3', title: 'Three times' },
] as const;

/** With which button it is clicked, and how often. */
export function StepClick({ step }: { readonly step: Step }): ReactNode {
  const { update } = useRecorderApi().getState();
  const { action } = step;
  if (action.type !== 'click') return null;
  return (
    <Section title="Click">
      <div className={styles.click}>
        <SelectField
          label="Mouse button"
          value={action.button}
          options={buttons}
          onChange={(button) => void update(withClick(step, { button }))}
        />
        <SelectField
          label="How often"
          value={`${action.count}`}
          options={counts}
          onChange={(count) => void update(withClick(step, { count: Number(count) as ClickCount }))}
        />
      </div>
    </Section>
  );
}
