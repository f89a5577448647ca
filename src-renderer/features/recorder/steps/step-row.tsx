import type { ReactNode } from 'react';
import { describeStep, type Step, type StepTarget } from '#contract/model/recordings/recording';
import type { StepResult, ReplayState, StepStatus } from '#contract/api';
import { describeGroupRules } from '#contract/model/recordings/step-group';
import type { ActionType } from '#contract/model/recordings/action';
import { describeElement, type ControlType } from '#contract/model/elements/element';
import { GradeBadge } from '../../../ui/badge/badge.tsx';
import { Icon, type IconName } from '../../../ui/icon/icon.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useRecorder, useRecorderApi } from '../context.ts';
import { hasPictures, resultOf, hasBreakpoint, stepCount } from '../derived.ts';
import type { StepRow as Row, GroupRow as GroupRowProps } from './rows.ts';
import styles from './steps.module.css';

/** Number, action, quality of the selector, and replay result. */
export function StepRow({ step, index }: Row): ReactNode {
  const grade = step.target?.selectors[0]?.grade;
  const sentence = describeStep(step);
  const withPicture = useRecorder(hasPictures);
  const result = useRecorder((state) => resultOf(state, step.id));
  return (
    <>
      <Gutter step={step.id} />
      <span className={styles.number}>{index + 1}</span>
      {step.group !== undefined && <span className={styles.indent} />}
      {withPicture && <RowPicture target={step.target} />}
      <Icon name={actionIcons[step.action.type]} className={styles.icon} />
      <span className={styles.sentence} data-tip={sentence.length > 36 ? sentence : undefined}>
        {sentence}
      </span>
      <span className={styles.tail}>
        {!step.enabled && <span className={styles.off}>disabled</span>}
        {result && <Outcome {...result} />}
        {grade && <GradeBadge grade={grade} />}
      </span>
    </>
  );
}

/** Replay result. */
export function Outcome(result: Omit<StepResult, 'step'>): ReactNode {
  const { status, turn, elapsedMs, message } = result;
  const { icon, word } = lookOf(result);
  const isDone = status === 'passed' || status === 'healed' || status === 'failed';
  return (
    <span className={styles.outcome} data-status={status} data-tip={message || word}>
      {turn !== undefined && `turn ${turn}`}
      {isDone && <span>{Math.round(elapsedMs)} ms</span>}
      <Icon name={icon} spin={status === 'running'} />
      <span className="visually-hidden">{word}</span>
    </span>
  );
}

/** Breakpoint gutter. For the pointer; F9 does the same. */
function Gutter({ step }: { readonly step: string }): ReactNode {
  const set = useRecorder((state) => hasBreakpoint(state, step));
  const next = useRecorder((state) => state.replay.next === step);
  const { toggleBreakpoint } = useRecorderApi().getState();
  return (
    <span
      className={styles.gutter}
      data-testid="gutter"
      data-breakpoint={set}
      data-tip={set ? 'Remove the breakpoint' : 'Pause replays here'}
      data-tip-keys="F9"
      onClick={(event) => {
        event.stopPropagation();
        void toggleBreakpoint(step);
      }}
    >
      <Icon name={next ? 'debug-stackframe' : 'debug-breakpoint'} />
      {set && <span className="visually-hidden">breakpoint</span>}
      {next && <span className="visually-hidden">comes next</span>}
    </span>
  );
}

/** Its name, condition and repetition, and while collapsed its steps' result. */
export function GroupRow({ group, steps, isFolded }: GroupRowProps): ReactNode {
  const result = useRecorder((state) => (isFolded ? groupResult(state.replay, steps) : null));
  const { fold } = useRecorderApi().getState();
  const rules = describeGroupRules(group);
  return (
    <>
      {/* For the pointer; the arrow keys do the same. */}
      <span
        className={styles.fold}
        data-testid="fold"
        data-tip={isFolded ? 'Unfold' : 'Fold'}
        data-tip-keys={isFolded ? 'ArrowRight' : 'ArrowLeft'}
        onClick={(event) => {
          event.stopPropagation();
          fold(group.id, !isFolded);
        }}
      >
        <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} />
        <span className="visually-hidden">{isFolded ? 'folded group' : 'group'}</span>
      </span>
      <span className={classNames(styles.sentence, styles.group)}>{group.name}</span>
      <span className={classNames(styles.sentence, styles.rules)} data-tip={rules.length > 24 ? rules : undefined}>
        {rules}
      </span>
      <span className={styles.tail}>
        {result && (
          <span className={styles.outcome} data-status={result.status}>
            <Icon name={lookOf(result).icon} spin={result.status === 'running'} />
            <span className="visually-hidden">{lookOf(result).word}</span>
          </span>
        )}
        <span className={styles.off}>{stepCount(steps)}</span>
      </span>
    </>
  );
}

/** Most important first. */
const byWeight: readonly StepStatus[] = ['failed', 'running', 'healed', 'pending', 'passed', 'skipped'];

/** Combined result of a group's steps; null if not replayed. Unproven takes precedence over proven. */
export function groupResult({ results, earlier = [] }: ReplayState, steps: readonly Step[]): StepResult | null {
  const all = [...results, ...earlier].filter(({ step }) => steps.some(({ id }) => id === step));
  const status = byWeight.find((one) => all.some((result) => result.status === one));
  const ofStatus = all.filter((result) => result.status === status);
  return ofStatus.find(({ unproven }) => unproven) ?? ofStatus[0] ?? null;
}

export const actionIcons: Record<ActionType, IconName> = {
  click: 'inspect',
  drag: 'move',
  hover: 'target',
  setText: 'edit',
  typeText: 'symbol-string',
  pressKeys: 'record-keys',
  scroll: 'arrow-both',
  launch: 'rocket',
  window: 'window',
  placeWindow: 'multiple-windows',
  expect: 'eye',
  wait: 'watch',
};

interface Look {
  readonly icon: IconName;
  readonly word: string;
}

const looks: Record<StepStatus, Look> = {
  pending: { icon: 'circle-large', word: 'pending' },
  running: { icon: 'loading', word: 'running' },
  passed: { icon: 'pass-filled', word: 'passed' },
  healed: { icon: 'wand', word: 'healed' },
  failed: { icon: 'error', word: 'failed' },
  skipped: { icon: 'debug-step-over', word: 'skipped' },
};

/** Icon of a result, and its label for screen readers. A hollow tick: done, but unproven. */
function lookOf({ status, unproven }: Pick<StepResult, 'status' | 'unproven'>): Look {
  return status === 'passed' && unproven ? { icon: 'pass', word: 'passed, nothing to check' } : looks[status];
}

/** Their text is centred; others are left-aligned. */
const centred: readonly ControlType[] = ['Button', 'SplitButton', 'TabItem', 'HeaderItem', 'Menu'];

/** The target's look, as much as fits in a row. The sentence beside it describes it. */
export function RowPicture({ target }: { readonly target: StepTarget | null }): ReactNode {
  if (!target?.picture) return <span className={styles.crop} />;
  const align = centred.includes(target.controlType) ? 'center' : 'left';
  return (
    <span className={styles.crop} data-testid="row-picture">
      <img src={urlOf(target.picture)} alt="" draggable={false} data-align={align} />
    </span>
  );
}

/** The same in its actual size. */
export function StepPicture({ target }: { readonly target: StepTarget | null }): ReactNode {
  if (!target?.picture) return null;
  return (
    <figure className={styles.recorded}>
      <img src={urlOf(target.picture)} alt={`${describeElement(target)} as it was recorded`} />
    </figure>
  );
}

function urlOf(picture: string): string {
  return `data:image/webp;base64,${picture}`;
}
