import { useState, type ReactNode } from 'react';
import { type StepGroup, maxTurns } from '#contract/model/recordings/step-group';
import type { Condition } from '#contract/model/recordings/condition';
import { EditField } from '../../../ui/field/text-field.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Switch } from '../../../ui/field/switch.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useRecorderApi } from '../context.ts';
import { stepCount } from '../derived.ts';
import type { GroupRow } from '../steps/rows.ts';
import { ConditionField } from './condition-field.tsx';
import styles from './details.module.css';

/** The selected group's name, condition, and repetition. */
export function GroupDetails({ group, steps }: GroupRow): ReactNode {
  const { updateGroup, toggleEnabled } = useRecorderApi().getState();
  const { when, ...always } = group;
  return (
    <>
      <header className={styles.header}>
        <Icon name="group-by-ref-type" />
        <h2 className={styles.title}>{group.name || 'Group'}</h2>
        <span className={styles.label}>{stepCount(steps)}</span>
        <Switch
          label="Steps of the group enabled"
          checked={steps.every(({ enabled }) => enabled)}
          onChange={() => void toggleEnabled()}
        />
      </header>
      <div className={styles.scroll}>
        <Section title="Name">
          <EditField
            label="Name of the group"
            value={group.name}
            onCommit={(name) => void updateGroup({ ...group, name })}
          />
        </Section>
        <Section title="Condition" note={when ? 'asked once, before its first step' : 'always run'}>
          <ConditionField
            label="Only if"
            condition={when}
            onChange={(changed) => updateGroup({ ...group, when: changed })}
            onRemove={() => void updateGroup(always)}
          />
        </Section>
        <Repeat group={group} />
      </div>
    </>
  );
}

const choices: readonly { readonly value: Often; readonly title: string }[] = [
  { value: 'once', title: 'Once' },
  { value: 'times', title: 'Several times' },
  { value: 'while', title: 'While a condition holds' },
];

function Repeat({ group }: { readonly group: StepGroup }): ReactNode {
  const { updateGroup } = useRecorderApi().getState();
  // Until its condition is picked there is no loop to save.
  const [wantsLoop, setWantsLoop] = useState(false);
  const often = wantsLoop ? 'while' : oftenOf(group);
  const choose = (chosen: Often) => {
    setWantsLoop(chosen === 'while' && oftenOf(group) !== 'while');
    if (chosen === 'once') void updateGroup(once(group));
    if (chosen === 'times') void updateGroup(withTurns(once(group)));
  };
  const { repeat } = group;
  const loop = repeat && 'while' in repeat ? repeat : undefined;
  const turns = repeat && ('times' in repeat ? repeat.times : repeat.atMost);
  return (
    <Section title="Repeat">
      <div className={styles.more}>
        <span className={styles.label}>How often</span>
        <SelectField label="How often the group is done" value={often} options={choices} onChange={choose} />
        {turns !== undefined && !(wantsLoop && !loop) && (
          <>
            <span className={styles.label}>{loop ? 'At most, times' : 'Times'}</span>
            <EditField
              label={loop ? 'How often at most' : 'How many times'}
              value={String(turns)}
              complain={turnsComplaint}
              onCommit={(text) => void updateGroup(withTurns(group, Number(text)))}
            />
          </>
        )}
      </div>
      {often === 'while' && (
        <>
          <p className={styles.note}>
            {loop
              ? 'Checked before each turn. The replay fails after this many turns.'
              : 'Pick the element that must be visible. You can edit the condition afterwards.'}
          </p>
          <ConditionField
            label="While"
            condition={loop?.while}
            onChange={async (changed) => {
              await updateGroup(repeatedWhile(group, changed));
              setWantsLoop(false);
            }}
            onRemove={() => choose('once')}
          />
        </>
      )}
    </Section>
  );
}

/** A group's repetition, as the user chooses it. */
type Often = 'once' | 'times' | 'while';

export function oftenOf({ repeat }: StepGroup): Often {
  if (!repeat) return 'once';
  return 'times' in repeat ? 'times' : 'while';
}

/** Default number of turns. */
const someTurns = { times: 2, while: 100 } as const;

/** @param turns the number, or with a condition the maximum; default: the current one */
export function withTurns(group: StepGroup, turns: number = someTurns.times): StepGroup {
  const { repeat } = group;
  if (repeat && 'while' in repeat) return { ...group, repeat: { ...repeat, atMost: turns } };
  return { ...group, repeat: { times: turns } };
}

export function once({ repeat: _, ...group }: StepGroup): StepGroup {
  return group;
}

export function repeatedWhile(group: StepGroup, condition: Condition): StepGroup {
  const { repeat } = group;
  const atMost = repeat && 'while' in repeat ? repeat.atMost : someTurns.while;
  return { ...group, repeat: { while: condition, atMost } };
}

/** Why a text is not a number of turns; null if it is. */
export function turnsComplaint(text: string): string | null {
  const turns = Number(text);
  return /^\d+$/.test(text.trim()) && turns >= 1 && turns <= maxTurns
    ? null
    : `Enter a number from 1 to ${maxTurns.toLocaleString('en')}.`;
}
