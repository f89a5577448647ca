import type { ReactNode } from 'react';
import type { Step } from '#contract/model/recordings/recording';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useRecorderApi } from '../context.ts';
import { ConditionField } from './condition-field.tsx';

/** On what the step depends. */
export function StepRule({ step }: { readonly step: Step }): ReactNode {
  const { update } = useRecorderApi().getState();
  const { when, ...always } = step;
  return (
    <Section title="Condition" note={when ? 'else the step is skipped' : 'none: it is always done'}>
      <ConditionField
        label="Only if"
        condition={when}
        onChange={(changed) => update({ ...step, when: changed })}
        onRemove={() => void update(always)}
      />
    </Section>
  );
}
