import type { ReactNode } from 'react';
import { parseRule } from '#contract/model/permission';
import { globalKey, type Settings } from '#contract/model/settings';
import { EditField } from '../../ui/field/edit-field.tsx';
import { LinesField } from '../../ui/field/lines-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { useSettingsApi } from './context.ts';
import { Setting } from './setting.tsx';
import { wholeNumber } from './whole-number.ts';
import styles from './settings.module.css';
import { quoted } from '#contract/foreign-text';

const policies = [
  { value: 'observe', title: 'only look' },
  { value: 'ask', title: 'act when I allow it' },
  { value: 'act', title: 'act freely' },
] as const;

/** What agents may do, and what they are asked about each time. */
export function AgentRules({ settings }: { readonly settings: Settings }): ReactNode {
  const { change } = useSettingsApi().getState();
  const number = (key: 'callsPerSecond' | 'callsAtOnce', max: number) => (text: string) => {
    const value = wholeNumber(text, 1, max);
    if (value !== null) void change({ [key]: value });
  };
  return (
    <>
      <Setting title="Agents may" text="Sensitive apps, destructive labels and programs are asked about in any case.">
        <SelectField
          label="Agents may"
          value={settings.agentPolicy}
          options={policies}
          onChange={(agentPolicy) => void change({ agentPolicy })}
        />
      </Setting>
      <Setting title="Key to halt everything" text="Works in every app. Agents cannot act again until you resume.">
        <EditField
          label="Key to halt everything"
          value={settings.haltKey}
          onCommit={(text) => {
            const key = globalKey.safeParse(text.trim());
            if (key.success) void change({ haltKey: key.data });
          }}
        />
      </Setting>
      <Setting title="Calls in a second" text="More of one agent are refused.">
        <EditField
          label="Calls in a second"
          type="number"
          value={String(settings.callsPerSecond)}
          onCommit={number('callsPerSecond', 100_000)}
        />
      </Setting>
      <Setting title="Calls at once" text="More that one agent has under way are refused.">
        <EditField
          label="Calls at once"
          type="number"
          value={String(settings.callsAtOnce)}
          onCommit={number('callsAtOnce', 10_000)}
        />
      </Setting>
      <List
        title="Sensitive apps"
        text="Asked about each time, for looking too. One a line: a program or a window class with * for any text, or title: and a title."
        lines={settings.sensitiveApps}
        onCommit={(sensitiveApps) => void change({ sensitiveApps })}
      />
      <List
        title="Destructive labels"
        text="What is called so is asked about each time. One word a line; * continues it."
        lines={settings.destructiveWords}
        onCommit={(destructiveWords) => void change({ destructiveWords })}
      />
      <List
        title="Rules of your own"
        text="deny, ask or allow; then a tool with * for any text, or observe, act or program; then in and an app, or nothing for all. A denial holds before all else."
        lines={settings.permissionRules}
        onCommit={(permissionRules) => void change({ permissionRules })}
        complain={(line) =>
          parseRule(line) ? null : `${quoted(line)} is no rule; say e.g. deny close_window in thunderbird`
        }
      />
    </>
  );
}

interface ListProps {
  readonly title: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly onCommit: (lines: string[]) => void;
  readonly complain?: (line: string) => string | null;
}

function List({ title, text, ...field }: ListProps): ReactNode {
  return (
    <div className={styles.list}>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
      <LinesField label={title} {...field} />
    </div>
  );
}
