import type { ReactNode } from 'react';
import type { Step } from '#contract/model/recordings/recording';
import { Button, IconButton } from '../../../ui/button/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EditField } from '../../../ui/field/edit-field.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useRecorderApi } from '../context.ts';
import { commandComplaint, withLaunch } from './edit-step.ts';
import styles from './details.module.css';

/** Which program the step starts, and how. */
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
