import { useEffect, useState, type ReactNode } from 'react';
import type { ReplayNeeds } from '#contract/api';
import { inputType, type InputType, type Step } from '#contract/model/recordings/recording';
import { Button, IconButton } from '../../../ui/button/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EditField } from '../../../ui/field/text-field.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';
import {
  editableText,
  secretComplaint,
  withInputName,
  withInputType,
  withoutSecret,
  withSecretName,
  withText,
  commandComplaint,
  withLaunch,
} from './edit-step.ts';
import styles from './details.module.css';

/** The step's input: a text that replays can replace, a secret, or keys. */
export function StepText({ step }: { readonly step: Step }): ReactNode {
  const { update } = useRecorderApi().getState();
  const { action } = step;
  if ('secret' in action && action.secret !== undefined) return <Secret step={step} name={action.secret} />;
  const editable = editableText(action);
  if (editable === null) return null;
  const { label, text } = editable;
  return (
    <Section title={label}>
      <EditField label={label} value={text} onCommit={(changed) => void update(withText(step, changed))} />
      {(action.type === 'setText' || action.type === 'typeText') && <Input step={step} />}
    </Section>
  );
}

const asItLooks = 'any';
const titles: Readonly<Record<InputType, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  email: 'Email',
  url: 'URL',
};
const types = [
  { value: asItLooks, title: 'Anything' },
  ...inputType.options.filter((value) => value !== 'text').map((value) => ({ value, title: titles[value] })),
] as const;

/** The input's name for replays, and its required format. */
function Input({ step }: { readonly step: Step }): ReactNode {
  const { update, makeSecret } = useRecorderApi().getState();
  const known = useNeeds()?.inputs.find((input) => input.step === step.id);
  const { name = '', type } = step.input ?? {};
  return (
    <>
      <div className={classNames(styles.more, styles.inputs)}>
        <span className={styles.label}>Input name</span>
        <EditField
          label="Name of the input"
          placeholder={known?.name ?? ''}
          value={name}
          onCommit={(changed) => void update(withInputName(step, changed))}
        />
        <span className={styles.label}>Takes</span>
        <SelectField
          label="What the input takes"
          value={type === undefined || type === 'text' ? asItLooks : type}
          options={types}
          onChange={(chosen) => void update(withInputType(step, chosen === asItLooks ? null : chosen))}
        />
      </div>
      {known && (
        <p className={styles.note}>
          Replays can enter another text: <code>{`--set ${known.name}=…`}</code>
        </p>
      )}
      <Button icon="lock" className={styles.add} onClick={() => void makeSecret(step.id)}>
        Make it a secret
      </Button>
    </>
  );
}

function Secret({ step, name }: { readonly step: Step; readonly name: string }): ReactNode {
  const { update } = useRecorderApi().getState();
  return (
    <Section title="Secret">
      <EditField
        label="Name of the secret"
        value={name}
        complain={secretComplaint}
        onCommit={(changed) => void update(withSecretName(step, changed))}
      />
      <p className={styles.note}>
        It is not stored in the recording. Replays take it from <code>{`DESKSCOPE_SECRET_${name}`}</code>, or ask for
        it.
      </p>
      <Button icon="unlock" className={styles.add} onClick={() => void update(withoutSecret(step))}>
        Enter a fixed text instead
      </Button>
    </Section>
  );
}

/** Inputs of a replay of the current recording; null until known. */
function useNeeds(): ReplayNeeds | null {
  const recording = useRecorder((state) => state.recorded?.recording);
  const { needs } = useRecorderApi().getState();
  const [known, setKnown] = useState<ReplayNeeds | null>(null);
  useEffect(() => {
    let isOver = false;
    needs().then(
      (found) => {
        if (!isOver) setKnown(found);
      },
      // Without them the field has no suggestion.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [needs, recording]);
  return known;
}

/** The program the step starts, and how. */
export function StepLaunch({ step }: { readonly step: Step }): ReactNode {
  const { update } = useRecorderApi().getState();
  const { action } = step;
  if (action.type !== 'launch') return null;
  const { command, args, folder = '' } = action;
  const change = (part: Parameters<typeof withLaunch>[1]) => void update(withLaunch(step, part));
  return (
    <Section title="Program" note="replay asks before it starts it">
      <div className={styles.more}>
        <span className={styles.label}>Command</span>
        <EditField
          label="Command"
          value={command}
          complain={commandComplaint}
          onCommit={(changed) => change({ command: changed })}
        />
        <span className={styles.label}>In the folder</span>
        <EditField
          label="Folder it starts in"
          placeholder="Any"
          value={folder}
          onCommit={(changed) => change({ folder: changed })}
        />
      </div>
      <ol className={classNames(styles.effects, styles.inputs)} aria-label="Arguments">
        {args.map((argument, index) => (
          <li key={`${index} ${argument}`} className={styles.argument}>
            <EditField
              label={`Argument ${index + 1}`}
              value={argument}
              onCommit={(changed) => change({ args: args.map((one, at) => (at === index ? changed : one)) })}
            />
            <IconButton
              icon="trash"
              label={`Remove argument ${index + 1}`}
              onClick={() => change({ args: args.filter((_, at) => at !== index) })}
            />
          </li>
        ))}
      </ol>
      <Button icon="add" className={styles.add} onClick={() => change({ args: [...args, ''] })}>
        Add an argument
      </Button>
    </Section>
  );
}
