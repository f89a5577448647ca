import type { ReactNode } from 'react';
import { localAddress } from '#contract/model/agents/model-provider';
import { parseRule } from '#contract/model/permissions/permission';
import { allowedFolder, haltKey, type Settings } from '#contract/model/settings';
import { EditField, LinesField } from '../../ui/field/text-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { useSettingsApi } from './context.ts';
import { NumberLine, Setting, useFits } from './setting.tsx';
import { settingTexts } from './texts.ts';
import styles from './settings.module.css';
import { quoted } from '#contract/foreign-text';

const policies = [
  { value: 'observe', title: 'only look' },
  { value: 'ask', title: 'act when I allow it' },
  { value: 'act', title: 'act freely' },
] as const;

/** Agents' permissions, and what needs a question each time. */
export function AgentRules({ settings }: { readonly settings: Settings }): ReactNode {
  const { change } = useSettingsApi().getState();
  return (
    <>
      <Setting {...settingTexts.agentPolicy}>
        <SelectField
          label="Agents may"
          value={settings.agentPolicy}
          options={policies}
          onChange={(agentPolicy) => void change({ agentPolicy })}
        />
      </Setting>
      <Setting {...settingTexts.localModelUrl}>
        <EditField
          label="Model server on this machine"
          placeholder="http://127.0.0.1:8080/v1"
          value={settings.localModelUrl}
          complain={(text) => localAddress.safeParse(text).error?.issues[0]?.message ?? null}
          onCommit={(text) => void change({ localModelUrl: text.trim() })}
        />
      </Setting>
      <Setting {...settingTexts.haltKey}>
        <EditField
          label="Key to halt everything"
          value={settings.haltKey}
          complain={(text) => haltKey.safeParse(text.trim()).error?.issues[0]?.message ?? null}
          onCommit={(text) => void change({ haltKey: text.trim() })}
        />
      </Setting>
      <NumberLine name="callsPerSecond" label="Calls per second" value={settings.callsPerSecond} />
      <NumberLine name="callsAtOnce" label="Calls at once" value={settings.callsAtOnce} />
      <List
        {...settingTexts.sensitiveApps}
        lines={settings.sensitiveApps}
        onCommit={(sensitiveApps) => void change({ sensitiveApps })}
      />
      <List
        {...settingTexts.destructiveWords}
        lines={settings.destructiveWords}
        onCommit={(destructiveWords) => void change({ destructiveWords })}
      />
      <List
        {...settingTexts.allowedFolders}
        lines={settings.allowedFolders}
        onCommit={(allowedFolders) => void change({ allowedFolders })}
        complain={(line) =>
          allowedFolder.safeParse(line).success ? null : `${quoted(line)} is not an absolute folder path`
        }
      />
      <List
        {...settingTexts.permissionRules}
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
  if (!useFits({ title, text })) return null;
  return (
    <div className={styles.list}>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
      <LinesField label={title} {...field} />
    </div>
  );
}
