import { type ReactNode, useId, useCallback, useEffect, useState } from 'react';
import type { StepResult } from '#contract/api';
import { describeStep, type Step } from '#contract/model/recordings/recording';
import { shortSelector, type RankedSelector } from '#contract/model/elements/selector';
import type { WindowMatch } from '#contract/model/windows/window';
import { controlTypes } from '#contract/model/elements/element';
import type { MouseButton } from '#contract/model/recordings/action';
import { mouseButton, type ClickCount } from '#contract/model/schemas/action';
import { Button } from '../../../ui/button/button.tsx';
import type { Command } from '../../../ui/command.ts';
import { EditField } from '../../../ui/field/text-field.tsx';
import { Switch } from '../../../ui/field/switch.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { EmptyState, Notice } from '../../../ui/state/state.tsx';
import { KeyHint } from '../../../ui/tooltip/key-hint.tsx';
import { GradeBadge } from '../../../ui/badge/badge.tsx';
import { useTrial } from '../../../ui/selector/use-trial.ts';
import { Workbench } from '../../../ui/selector/workbench.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';
import { chosenRows, chosenSteps, resultOf, stepCount, useRows } from '../derived.ts';
import { StepPicture, actionIcons } from '../steps/step-row.tsx';
import {
  withoutLoss,
  withPrimary,
  withWindow,
  waitComplaint,
  withComment,
  withTimeout,
  withOwnSelector,
  withClick,
} from './edit-step.ts';
import { GroupDetails } from './group-details.tsx';
import { StepEffects } from './step-effects.tsx';
import { StepLaunch, StepText } from './step-text.tsx';
import { StepStop } from './step-stop.tsx';
import styles from './details.module.css';
import { ConditionField } from './condition-field.tsx';

/** The selected step's action or the selected group's settings, with their editable parts. */
export function StepDetails({ group }: { readonly group: Command }): ReactNode {
  const selected = useRecorder((state) => state.selected);
  const row = useRows().find(({ id }) => id === selected);
  const count = useRecorder((state) => chosenRows(state).length);
  return (
    <section className={styles.panel} aria-label="Step" data-testid="step-details">
      {row === undefined ? (
        <EmptyState icon="list-selection" title="No step selected">
          Select a step to see and change how its element is found.
        </EmptyState>
      ) : count > 1 ? (
        <SeveralChosen group={group} />
      ) : 'step' in row ? (
        <StepBody key={row.id} step={row.step} />
      ) : (
        <GroupDetails key={row.id} {...row} />
      )}
    </section>
  );
}

function SeveralChosen({ group }: { readonly group: Command }): ReactNode {
  const count = useRecorder((state) => stepCount(chosenSteps(state)));
  return (
    <EmptyState
      icon="list-selection"
      title={`${count} chosen`}
      action={
        <Button icon={group.icon} onClick={() => group.run()}>
          Group <KeyHint keys={group.keys?.[0] ?? ''} />
        </Button>
      }
    >
      Group them to move them together, skip them by a condition, or repeat them.
    </EmptyState>
  );
}

function StepBody({ step }: { readonly step: Step }): ReactNode {
  const result = useRecorder((state) => resultOf(state, step.id));
  const { update } = useRecorderApi().getState();
  return (
    <>
      <header className={styles.header}>
        <Icon name={actionIcons[step.action.type]} />
        <h2 className={styles.title}>{describeStep(step)}</h2>
        <Switch label="Step enabled" checked={step.enabled} onChange={(enabled) => void update({ ...step, enabled })} />
      </header>
      <div className={styles.scroll}>
        {result?.message && (
          <Notice
            icon={result.status === 'failed' ? 'error' : 'info'}
            tone={result.status === 'failed' ? 'warning' : 'info'}
          >
            {result.message}
          </Notice>
        )}
        {step.lost && <Losses step={step} />}
        {result?.healedFrom && <KeepHeal step={step} selector={result.healedFrom} />}
        {result && isShown(result) ? <StepStop step={step} result={result} /> : <StepPicture target={step.target} />}
        <StepClick step={step} />
        <StepText step={step} />
        <StepLaunch step={step} />
        <StepEffects step={step} />
        {step.target && <StepSelectors step={step} selectors={step.target.selectors} />}
        <StepWindow step={step} />
        <StepRule step={step} />
        <StepMore step={step} />
      </div>
    </>
  );
}

/** A replay stops at such a step until the user confirms that it is complete. */
function Losses({ step }: { readonly step: Step }): ReactNode {
  const { update } = useRecorderApi().getState();
  return (
    <div className={styles.heal}>
      <Button icon="check" data-tip="Replays go on here" onClick={() => void update(withoutLoss(step))}>
        Nothing is missing
      </Button>
    </div>
  );
}

/** Where the last replay differed from the recording. */
function isShown({ status, call }: StepResult): boolean {
  return (status === 'failed' || status === 'healed') && call !== undefined;
}

/** The alternatives are to leave it, so that it is healed again, and to pick the element again. */
function KeepHeal({ step, selector }: { readonly step: Step; readonly selector: string }): ReactNode {
  const { update, point } = useRecorderApi().getState();
  const isKept = step.target?.selectors[0]?.selector === selector;
  if (!step.target || isKept) return null;
  return (
    <div className={styles.heal} data-testid="heal">
      <Button icon="pinned" data-tip={shortSelector(selector)} onClick={() => void update(withPrimary(step, selector))}>
        Keep this selector
      </Button>
      <Button icon="inspect" onClick={() => void point('retarget')}>
        Pick the element
      </Button>
    </div>
  );
}

function StepWindow({ step }: { readonly step: Step }): ReactNode {
  const { update } = useRecorderApi().getState();
  const { title = '', app = '', role, owner, modal } = step.window;
  const change = (part: Partial<WindowMatch>) => void update(withWindow(step, part));
  return (
    <Section title="Window">
      <div className={styles.fields}>
        <span className={styles.label}>Title</span>
        <EditField label="Title" value={title} onCommit={(value) => change({ title: value })} />
        <span className={styles.label}>App</span>
        <EditField label="App" value={app} onCommit={(value) => change({ app: value })} />
        {owner !== undefined && (
          <>
            <span className={styles.label}>Belongs to</span>
            <EditField label="Belongs to" value={owner} onCommit={(value) => change({ owner: value })} />
          </>
        )}
      </div>
      <p className={styles.note}>
        {role === 'dialog'
          ? 'A dialog of the app with an equivalent title is accepted, even of another document.'
          : 'If the app has only one window, the title is ignored.'}
        {modal && ' It was modal: what it belongs to took no input while it was open.'}
      </p>
    </Section>
  );
}

/** The step's condition. */
function StepRule({ step }: { readonly step: Step }): ReactNode {
  const { update } = useRecorderApi().getState();
  const { when, ...always } = step;
  return (
    <Section title="Condition" note={when ? 'else the step is skipped' : 'always run'}>
      <ConditionField
        label="Only if"
        condition={when}
        onChange={(changed) => update({ ...step, when: changed })}
        onRemove={() => void update(always)}
      />
    </Section>
  );
}

/** The step's time limit, and the user's note. */
function StepMore({ step }: { readonly step: Step }): ReactNode {
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

interface StepSelectorsProps {
  readonly step: Step;
  readonly selectors: readonly RankedSelector[];
}

/** The step's selectors: the first is tried first, the others heal. */
function StepSelectors({ step, selectors }: StepSelectorsProps): ReactNode {
  const group = useId();
  const { update } = useRecorderApi().getState();
  return (
    <Section title="Selectors" note="the chosen one is tried first">
      <SelectorTrial step={step} />
      <div role="radiogroup" aria-label="Primary selector">
        {/* In a fixed order, so that a selected one does not move away from the pointer. */}
        {[...selectors]
          .sort((a, b) => a.grade.localeCompare(b.grade) || a.selector.localeCompare(b.selector))
          .map((ranked) => (
            <label key={ranked.selector} className={styles.selector}>
              <input
                type="radio"
                name={group}
                checked={ranked.selector === selectors[0]?.selector}
                onChange={() => void update(withPrimary(step, ranked.selector))}
              />
              <GradeBadge grade={ranked.grade} />
              <code className={styles.code} data-tip={shortSelector(ranked.selector)}>
                {shortSelector(ranked.selector)}
              </code>
            </label>
          ))}
      </div>
    </Section>
  );
}

/** Tries a selector on a step's window, and makes it the step's first. */
function SelectorTrial({ step }: { readonly step: Step }): ReactNode {
  const { update, trySelector, endTrial } = useRecorderApi().getState();
  const [text, setText] = useState(step.target?.selectors[0]?.selector ?? '');
  const [touched, setTouched] = useState(false);
  const run = useCallback((selector: string) => trySelector(step.window, selector), [trySelector, step.window]);
  // A recorded selector is not tried until requested: its app may be closed.
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

/** Mouse button and click count. */
function StepClick({ step }: { readonly step: Step }): ReactNode {
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
