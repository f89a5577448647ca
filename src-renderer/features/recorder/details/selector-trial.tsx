import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { controlTypes } from '#contract/model/element';
import type { Step } from '#contract/model/recording';
import { survivalQueryOf } from '#contract/model/survival';
import { Button } from '../../../ui/button/button.tsx';
import { survivalOf, useSurvival } from '../../../ui/selector/use-survival.ts';
import { useTrial } from '../../../ui/selector/use-trial.ts';
import { Workbench } from '../../../ui/selector/workbench.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';
import { withOwnSelector } from './edit-step.ts';

/** Tries a selector on the window of a step, and makes it the step's first. */
export function SelectorTrial({ step }: { readonly step: Step }): ReactNode {
  const { update, trySelector, endTrial, survival } = useRecorderApi().getState();
  const replayed = useRecorder((state) => state.replay.status);
  const [text, setText] = useState(step.target?.selectors[0]?.selector ?? '');
  const [touched, setTouched] = useState(false);
  const run = useCallback((selector: string) => trySelector(step.window, selector), [trySelector, step.window]);
  // What was recorded is not tried before somebody asks: its app may be closed by now.
  const trial = useTrial(touched ? text : '', run);
  useEffect(() => (touched ? endTrial : undefined), [touched, endTrial]);
  const only = trial.found?.total === 1;
  const line = text.trim();
  // Kept trees can tell while the app is closed, too.
  const survived = useSurvival(line === '' ? null : survivalQueryOf(step, [line]), survival, replayed);
  return (
    <Workbench
      text={text}
      onText={(written) => {
        setTouched(true);
        setText(written);
      }}
      words={{ roles: controlTypes, names: step.target?.name ? [step.target.name] : [], ids: [] }}
      trial={trial}
      survival={survivalOf(survived, line)}
      actions={
        <Button
          icon="check"
          disabled={!only}
          onClick={() => void update(withOwnSelector(step, line))}
          data-tip={
            only ? 'Make it the first selector of this step' : 'Only a selector that matches one element can be used'
          }
        >
          Use
        </Button>
      }
    />
  );
}
