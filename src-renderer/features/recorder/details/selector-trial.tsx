import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { controlTypes } from '#contract/model/elements/element';
import type { Step } from '#contract/model/recordings/recording';
import { Button } from '../../../ui/button/button.tsx';
import { useTrial } from '../../../ui/selector/use-trial.ts';
import { Workbench } from '../../../ui/selector/workbench.tsx';
import { useRecorderApi } from '../context.ts';
import { withOwnSelector } from './edit-step.ts';

/** Tries a selector on the window of a step, and makes it the step's first. */
export function SelectorTrial({ step }: { readonly step: Step }): ReactNode {
  const { update, trySelector, endTrial } = useRecorderApi().getState();
  const [text, setText] = useState(step.target?.selectors[0]?.selector ?? '');
  const [touched, setTouched] = useState(false);
  const run = useCallback((selector: string) => trySelector(step.window, selector), [trySelector, step.window]);
  // What was recorded is not tried before somebody asks: its app may be closed by now.
  const trial = useTrial(touched ? text : '', run);
  useEffect(() => (touched ? endTrial : undefined), [touched, endTrial]);
  const only = trial.found?.total === 1;
  return (
    <Workbench
      text={text}
      onText={(line) => {
        setTouched(true);
        setText(line);
      }}
      words={{ roles: controlTypes, names: step.target?.name ? [step.target.name] : [], ids: [] }}
      trial={trial}
      actions={
        <Button
          icon="check"
          disabled={!only}
          onClick={() => void update(withOwnSelector(step, text.trim()))}
          data-tip={
            only ? 'Use as the first selector of this step' : 'Only a selector that matches one element can be used'
          }
        >
          Use
        </Button>
      }
    />
  );
}
