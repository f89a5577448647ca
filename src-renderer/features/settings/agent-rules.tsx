import type { ReactNode } from 'react';
import { localAddress } from '#contract/model/agents/model-provider';
import { parseRule } from '#contract/model/permissions/permission';
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
      <Setting title="Agents may" text="Sensitive apps, destructive labels and programs always need your approval.">
        <SelectField
          label="Agents may"
          value={settings.agentPolicy}
          options={policies}
          onChange={(agentPolicy) => void change({ agentPolicy })}
        />
      </Setting>
      <Setting
        title="Model server on this machine"
        text="A server with OpenAI’s chat completions. Its models are local:MODEL and need no key."
      >
        <EditField
          label="Model server on this machine"
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
      <Setting title="Calls per second" text="For each agent. Further calls are refused.">
        <NumberField
          label="Calls per second"
          value={settings.callsPerSecond}
          min={1}
          max={100_000}
          onCommit={(callsPerSecond) => void change({ callsPerSecond })}
        />
      </Setting>
      <Setting title="Calls at once" text="Simultaneous calls of one agent. Further calls are refused.">
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
        text="Need approval each time, also for looking. One per line: a program or window class with * for any text, or title: and a title."
        lines={settings.sensitiveApps}
        onCommit={(sensitiveApps) => void change({ sensitiveApps })}
      />
      <List
        title="Destructive labels"
        text="Elements with these words need approval each time. One word per line; * continues it."
        lines={settings.destructiveWords}
        onCommit={(destructiveWords) => void change({ destructiveWords })}
      />
      <List
        title="Folders agents may use"
        text="For the file_ops tools, which are not listed by default. One absolute path per line."
        lines={settings.allowedFolders}
        onCommit={(allowedFolders) => void change({ allowedFolders })}
        complain={(line) =>
          allowedFolder.safeParse(line).success ? null : `${quoted(line)} is not an absolute folder path`
        }
      />
      <List
        title="Your rules"
        text="deny, ask or allow; then a tool with * for any text, or observe, act or program; then in and an app, or nothing for all. A denial holds before all else."
        lines={settings.permissionRules}
        onCommit={(permissionRules) => void change({ permissionRules })}
        complain={(line) =>
          parseRule(line) ? null : `${quoted(line)} is not a rule. Example: deny close_window in thunderbird`
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
