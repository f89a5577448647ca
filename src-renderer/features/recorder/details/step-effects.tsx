import type { ReactNode } from 'react';
import { describeElement } from '#contract/model/elements/element';
import { describeExpectation, type Expectation } from '#contract/model/recordings/expectation';
import type { Step } from '#contract/model/recordings/recording';
import { Button, IconButton } from '../../../ui/button/button.tsx';
import { EditField } from '../../../ui/field/text-field.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';
import { resultOf } from '../derived.ts';
import styles from './details.module.css';

/** What the step changed when it was recorded, and must change again. */
export function StepEffects({ step }: { readonly step: Step }): ReactNode {
  const { expected } = step;
  const { point } = useRecorderApi().getState();
  return (
    <Section title="Expected effects" note={expected?.length ? 'checked after the step' : undefined}>
      {expected === undefined && (
        <p className={styles.note}>No expected result yet. The step passes as soon as it runs.</p>
      )}
      {expected?.length === 0 && (
        <p className={styles.note}>No visible effect. Replay runs the step but cannot verify it.</p>
      )}
      {expected && expected.length > 0 && (
        <ul className={styles.effects} aria-label="Expected effects">
          {expected.map((one, index) => (
            <Effect key={`${index} ${JSON.stringify(one)}`} step={step} index={index} expected={one} />
          ))}
        </ul>
      )}
      <Button icon="eye" className={styles.add} onClick={() => void point('expect')}>
        Add a check by pointing
      </Button>
    </Section>
  );
}

interface EffectProps {
  readonly step: Step;
  readonly index: number;
  readonly expected: Expectation;
}

function Effect({ step, index, expected }: EffectProps): ReactNode {
  const { update } = useRecorderApi().getState();
  const sentence = describeExpectation(expected, step.target ? describeElement(step.target) : undefined);
  const status = useEffectStatus(step, index);
  const text = effectText(expected);
  return (
    <li className={styles.effect} data-status={status}>
      <Icon name={icons[status]} />
      <span className={styles.sentence}>
        {sentence}
        {status === 'missing' && <span className="visually-hidden">, which it was not</span>}
      </span>
      <IconButton
        icon="trash"
        label={`Do not expect that ${sentence}`}
        onClick={() => void update(withoutEffect(step, index))}
      />
      {text !== null && (
        <EditField
          label={`Text of: ${sentence}`}
          value={text}
          onCommit={(changed) => void update(withEffectText(step, index, changed))}
        />
      )}
    </li>
  );
}

type EffectStatus = 'expected' | 'seen' | 'missing';
const icons: Readonly<Record<EffectStatus, string>> = { expected: 'eye', seen: 'pass', missing: 'error' };

/** Results of the last replay: effects are checked in order, up to the first missing one. */
function useEffectStatus(step: Step, index: number): EffectStatus {
  const result = useRecorder((state) => resultOf(state, step.id));
  if (result?.status === 'passed' || result?.status === 'healed') return 'seen';
  if (result?.error?.code !== 'effect_missing') return 'expected';
  const missing = result.error.data?.['index'];
  if (typeof missing !== 'number') return 'expected';
  if (index === missing) return 'missing';
  return index < missing ? 'seen' : 'expected';
}

/** The editable text of an expectation; null if none. */
function effectText(expected: Expectation): string | null {
  switch (expected.type) {
    case 'text':
      return expected.text;
    case 'title':
      return expected.title;
    case 'windowOpens':
      return expected.window.title ?? '';
    case 'windowCloses':
    case 'shows':
    case 'gone':
    case 'state':
      return null;
  }
}

export function withEffectText(step: Step, index: number, text: string): Step {
  return withExpected(step, (all) => all.map((one, at) => (at === index ? retexted(one, text) : one)));
}

export function withoutEffect(step: Step, index: number): Step {
  return withExpected(step, (all) => all.filter((_, at) => at !== index));
}

function withExpected(step: Step, change: (all: readonly Expectation[]) => Expectation[]): Step {
  return { ...step, expected: change(step.expected ?? []) };
}

function retexted(expected: Expectation, text: string): Expectation {
  switch (expected.type) {
    case 'text':
      return { ...expected, text };
    case 'title':
      return { ...expected, title: text };
    case 'windowOpens':
      return { ...expected, window: { ...expected.window, title: text } };
    case 'windowCloses':
    case 'shows':
    case 'gone':
    case 'state':
      return expected;
  }
}
