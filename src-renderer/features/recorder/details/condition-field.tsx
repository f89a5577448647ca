import type { ReactNode } from 'react';
import { conditionMs, describeCondition, type Condition } from '#contract/model/recordings/condition';
import { expectedStates } from '#contract/model/recordings/expectation';
import { parseSelector } from '#contract/model/elements/selector';
import { Button, IconButton } from '../../../ui/button/button.tsx';
import { EditField } from '../../../ui/field/text-field.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { useRecorderApi } from '../context.ts';
import type { ConditionOf } from '../store.ts';
import styles from './details.module.css';

interface ConditionFieldProps {
  /** Its effect: `Only if`, `While`. */
  readonly label: string;
  readonly condition: Condition | undefined;
  readonly onChange: (condition: Condition) => Promise<void>;
  readonly onRemove: () => void;
}

/** A condition: created by pointing, then edited by hand. */
export function ConditionField({ label, condition, onChange, onRemove }: ConditionFieldProps): ReactNode {
  const { pickCondition } = useRecorderApi().getState();
  const pick = (of: ConditionOf) => void pickCondition(of, (picked) => onChange(withPicked(condition, picked)));
  return (
    <div role="group" aria-label={label} data-testid="condition">
      {condition && (
        <>
          <p className={styles.condition}>
            <span className={styles.sentence}>{`${label} ${describeCondition(condition)}`}</span>
            <IconButton icon="trash" label={`Remove the condition: ${label} …`} onClick={onRemove} />
          </p>
          <Parts condition={condition} onChange={(changed) => void onChange(changed)} />
        </>
      )}
      <div className={styles.picks}>
        <Button icon="inspect" onClick={() => pick('element')}>
          {condition ? 'Another element' : 'Pick an element'}
        </Button>
        <Button icon="window" onClick={() => pick('window')}>
          {condition ? 'Another window' : 'Pick a window'}
        </Button>
      </div>
    </div>
  );
}

interface PartsProps<Of extends Condition> {
  readonly condition: Of;
  readonly onChange: (condition: Condition) => void;
}

const answers = [
  { value: 'yes', title: 'Is true' },
  { value: 'no', title: 'Is not true' },
] as const;

function Parts({ condition, onChange }: PartsProps<Condition>): ReactNode {
  const { is, forMs } = condition;
  return (
    <div className={styles.more}>
      {condition.type === 'window' ? (
        <TitlePart condition={condition} onChange={onChange} />
      ) : (
        <ElementParts condition={condition} onChange={onChange} />
      )}
      <span className={styles.label}>Holds where</span>
      <SelectField
        label="When the condition holds"
        value={is ? 'yes' : 'no'}
        options={answers}
        onChange={(answer) => onChange({ ...condition, is: answer === 'yes' })}
      />
      <span className={styles.label}>Within seconds</span>
      <EditField
        label="Timeout in seconds"
        placeholder={String(conditionMs / 1_000)}
        value={forMs === undefined ? '' : String(forMs / 1_000)}
        complain={secondsComplaint}
        onCommit={(seconds) => onChange(withSeconds(condition, seconds))}
      />
    </div>
  );
}

function TitlePart({ condition, onChange }: PartsProps<Extract<Condition, { readonly type: 'window' }>>): ReactNode {
  const { window } = condition;
  return (
    <>
      <span className={styles.label}>Window title</span>
      <EditField
        label="Title of the window"
        placeholder="Any window of the app"
        value={window.title ?? ''}
        onCommit={(title) => onChange({ ...condition, window: { ...window, title } })}
      />
    </>
  );
}

const questions: readonly { readonly value: Asked; readonly title: string }[] = [
  { value: 'shows', title: 'Is visible' },
  { value: 'state', title: 'Has a state' },
  { value: 'text', title: 'Text equals' },
  { value: 'contains', title: 'Text contains' },
];
const states = expectedStates.map((value) => ({ value, title: value }));

function ElementParts({ condition, onChange }: PartsProps<OnElement>): ReactNode {
  const { element } = condition;
  return (
    <>
      <span className={styles.label}>Selector</span>
      <EditField
        label="Selector of the element"
        value={element.selector}
        complain={selectorComplaint}
        onCommit={(selector) => onChange({ ...condition, element: { ...element, selector } })}
      />
      <span className={styles.label}>Check</span>
      <SelectField
        label="Check on the element"
        value={askedOf(condition)}
        options={questions}
        onChange={(asked) => onChange(withAsked(condition, asked))}
      />
      {condition.type === 'state' && (
        <>
          <span className={styles.label}>State</span>
          <SelectField
            label="State of the element"
            value={condition.state}
            options={states}
            onChange={(state) => onChange({ ...condition, state })}
          />
        </>
      )}
      {condition.type === 'text' && (
        <>
          <span className={styles.label}>Text</span>
          <EditField
            label="Text of the element"
            value={condition.text}
            onCommit={(text) => onChange({ ...condition, text })}
          />
        </>
      )}
    </>
  );
}

/** A condition on an element. */
export type OnElement = Exclude<Condition, { readonly type: 'window' }>;

/** What is checked of an element, as the user chooses it. */
type Asked = OnElement['type'] | 'contains';

export function askedOf(condition: OnElement): Asked {
  return condition.type === 'text' && condition.contains ? 'contains' : condition.type;
}

/** The same element with another check. */
export function withAsked(condition: OnElement, asked: Asked): OnElement {
  const { element, window, is, forMs } = condition;
  const common = { element, window, is, ...(forMs !== undefined && { forMs }) };
  switch (asked) {
    case 'shows':
      return { type: 'shows', ...common };
    case 'state':
      return { type: 'state', state: 'enabled', ...common };
    case 'text':
    case 'contains': {
      const text = condition.type === 'text' ? condition.text : element.name;
      return { type: 'text', text, ...(asked === 'contains' && { contains: true }), ...common };
    }
  }
}

/** The picked element in place of the old one; keeps the check if possible. */
export function withPicked(condition: Condition | undefined, picked: Condition): Condition {
  if (!condition) return picked;
  const { is, forMs } = condition;
  const timed = { is, ...(forMs !== undefined && { forMs }) };
  if (picked.type === 'window' || condition.type === 'window') return { ...picked, ...timed };
  return { ...condition, element: picked.element, window: picked.window };
}

/** @param seconds empty for the default */
export function withSeconds({ forMs: _, ...condition }: Condition, seconds: string): Condition {
  return seconds.trim() === '' ? condition : { ...condition, forMs: Math.round(Number(seconds) * 1_000) };
}

/** Why the number of seconds is invalid as a time limit; null if valid. */
export function secondsComplaint(seconds: string): string | null {
  const ms = Number(seconds) * 1_000;
  return ms >= 0 && ms <= 60_000 ? null : 'Enter 0 to 60 seconds, or leave it empty.';
}

/** Why a text is not a selector; null if it is one. */
export function selectorComplaint(text: string): string | null {
  try {
    parseSelector(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
