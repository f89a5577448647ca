import type { ReactNode } from 'react';
import { localAddress } from '#contract/model/model-provider';
import { parseRule } from '#contract/model/permission';
import { allowedFolder, haltKey, type Settings } from '#contract/model/settings';
import { EditField } from '../../ui/field/edit-field.tsx';
import { LinesField } from '../../ui/field/lines-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { useSettingsApi } from './context.ts';
import { NumberField } from './number-field.tsx';
import { Setting } from './setting.tsx';
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
      <Setting
        title="Server of models on this machine"
        text="One that speaks OpenAI’s chat completions; its models are local:MODEL, and need no key."
      >
        <EditField
          label="Server of models on this machine"
          placeholder="http://127.0.0.1:8080/v1"
          value={settings.localModelUrl}
          complain={(text) => localAddress.safeParse(text).error?.issues[0]?.message ?? null}
          onCommit={(text) => void change({ localModelUrl: text.trim() })}
        />
      </Setting>
      <Setting title="Key to halt everything" text="Works in every app. Agents cannot act again until you resume.">
        <EditField
          label="Key to halt everything"
          value={settings.haltKey}
          complain={(text) => haltKey.safeParse(text.trim()).error?.issues[0]?.message ?? null}
          onCommit={(text) => void change({ haltKey: text.trim() })}
        />
      </Setting>
      <Setting title="Calls in a second" text="More of one agent are refused.">
        <NumberField
          label="Calls in a second"
          value={settings.callsPerSecond}
          min={1}
          max={100_000}
          onCommit={(callsPerSecond) => void change({ callsPerSecond })}
        />
      </Setting>
      <Setting title="Calls at once" text="More that one agent has under way are refused.">
        <NumberField
          label="Calls at once"
          value={settings.callsAtOnce}
          min={1}
          max={10_000}
          onCommit={(callsAtOnce) => void change({ callsAtOnce })}
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
        title="Folders agents may use"
        text="With the tools of file_ops, which no client is shown unless it asks for them. One whole path a line."
        lines={settings.allowedFolders}
        onCommit={(allowedFolders) => void change({ allowedFolders })}
        complain={(line) =>
          allowedFolder.safeParse(line).success ? null : `${quoted(line)} is no whole path of a folder`
        }
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
