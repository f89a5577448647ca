import { useEffect, type ReactNode } from 'react';
import type { Settings } from '#contract/model/settings';
import { Button, IconButton } from '../../ui/button/button.tsx';
import { EditField } from '../../ui/field/edit-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { Switch } from '../../ui/field/switch.tsx';
import { Loading, Notice } from '../../ui/state/notice.tsx';
import { AgentRules } from './agent-rules.tsx';
import { Checks } from './checks.tsx';
import { NumberField } from './number-field.tsx';
import { Setting } from './setting.tsx';
import { ToolSets } from './tool-sets.tsx';
import { useSettings, useSettingsApi } from './context.ts';
import styles from './settings.module.css';

/** What can be set, and what this machine lacks; `children` stand in between. */
export function SettingsPage({ children }: { readonly children?: ReactNode }): ReactNode {
  const settings = useSettings((state) => state.settings);
  const store = useSettingsApi();
  useEffect(() => void store.getState().diagnose(), [store]);
  return (
    <div className={styles.page} data-testid="settings">
      <Problems />
      {settings ? <Groups settings={settings} /> : <Loading what="Reading the settings" />}
      {children}
      <Checks />
      <About />
    </div>
  );
}

function Problems(): ReactNode {
  const problems = useSettings((state) => state.problems);
  if (problems.length === 0) return null;
  return (
    <div className={styles.group}>
      {problems.map((problem) => (
        <Notice key={problem} icon="warning" tone="warning">
          {problem}
        </Notice>
      ))}
    </div>
  );
}

function Groups({ settings }: { readonly settings: Settings }): ReactNode {
  const { change } = useSettingsApi().getState();
  return (
    <>
      <Group title="Appearance">
        <Setting title="Theme" text="System follows your desktop.">
          <SelectField
            label="Theme"
            value={settings.theme}
            options={themes}
            onChange={(theme) => void change({ theme })}
          />
        </Setting>
      </Group>
      <Group title="Inspect">
        <Setting
          title="Outline on the desktop"
          text="A red frame around the element under the pointer, in the tree, the picture and while picking."
        >
          <Switch
            label="Outline on the desktop"
            checked={settings.showOutline}
            onChange={(showOutline) => void change({ showOutline })}
          />
        </Setting>
        <Setting
          title="Maximise a window when it is selected"
          text="In the window list and by the select_application_window tool."
        >
          <Switch
            label="Maximise a window when it is selected"
            checked={settings.maximizeWindow}
            onChange={(maximizeWindow) => void change({ maximizeWindow })}
          />
        </Setting>
        <ElementBackend chosen={settings.elementBackend} />
      </Group>
      <Group title="Replay">
        <Setting title="Step timeout" text="How long a step waits for its element, in milliseconds.">
          <NumberField
            label="Step timeout in milliseconds"
            value={settings.stepTimeoutMs}
            min={1}
            max={600_000}
            onCommit={(stepTimeoutMs) => void change({ stepTimeoutMs })}
          />
        </Setting>
      </Group>
      <Group title="Runs">
        <Setting title="Runs kept" text="When the limit is reached, the oldest finished runs are deleted.">
          <NumberField
            label="Number of runs kept"
            value={settings.keptRuns}
            min={1}
            max={10_000}
            onCommit={(keptRuns) => void change({ keptRuns })}
          />
        </Setting>
        <Setting title="Space for runs" text="In megabytes, for all of them together.">
          <NumberField
            label="Megabytes for runs"
            value={settings.keptRunsMegabytes}
            min={1}
            max={1_000_000}
            onCommit={(keptRunsMegabytes) => void change({ keptRunsMegabytes })}
          />
        </Setting>
      </Group>
      <Group title="MCP">
        <Setting title="MCP server" text="Lets agents on this machine see the desktop, and act where you allow it.">
          <Switch
            label="MCP server"
            checked={settings.mcpEnabled}
            onChange={(mcpEnabled) => void change({ mcpEnabled })}
          />
        </Setting>
        <Setting title="Port" text="On 127.0.0.1; 0 lets the system choose one.">
          <NumberField
            label="Port of the MCP server"
            value={settings.mcpPort}
            min={0}
            max={65_535}
            onCommit={(mcpPort) => void change({ mcpPort })}
          />
        </Setting>
        <Computers file={settings.mcpConfig} />
        <Setting
          title="Apps agents may start"
          text="For run_shell, in addition to its defaults. Comma-separated names."
        >
          <EditField
            label="Apps agents may start"
            placeholder="e.g. gedit, meld"
            value={settings.allowedCommands.join(', ')}
            onCommit={(text) => void change({ allowedCommands: namesIn(text) })}
          />
        </Setting>
        <ToolSets shown={settings.mcpToolSets} onChange={(mcpToolSets) => void change({ mcpToolSets })} />
      </Group>
      <Group title="Agents">
        <AgentRules settings={settings} />
      </Group>
    </>
  );
}

/** Other systems have one way each. */
function ElementBackend({ chosen }: { readonly chosen: Settings['elementBackend'] }): ReactNode {
  const { change } = useSettingsApi().getState();
  const info = useSettings((state) => state.info);
  if (info?.platform !== 'win32') return null;
  return (
    <Setting title="Read elements by" text="Messages cover only the standard controls of Windows.">
      <SelectField
        label="Read elements by"
        value={chosen}
        options={elementBackends}
        onChange={(elementBackend) => void change({ elementBackend })}
      />
    </Setting>
  );
}

function Computers({ file }: { readonly file: string }): ReactNode {
  const { change, chooseMcpConfig } = useSettingsApi().getState();
  const text =
    file || 'A configuration in the shape of UFO’s mcp.yaml; agents then get its tools instead of those below.';
  return (
    <Setting title="Computers" text={text}>
      <Button onClick={() => void chooseMcpConfig()}>Choose…</Button>
      {file !== '' && (
        <IconButton
          icon="close"
          label="Use no configuration of Computers"
          onClick={() => void change({ mcpConfig: '' })}
        />
      )}
    </Setting>
  );
}

function namesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

const elementBackends = [
  { value: 'auto', title: 'What is there' },
  { value: 'uia', title: 'UI Automation' },
  { value: 'win32', title: 'Win32 messages' },
] as const;

const themes = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
  { value: 'high-contrast-light', title: 'Light high contrast' },
  { value: 'high-contrast-dark', title: 'Dark high contrast' },
] as const;

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className={styles.group} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}

function About(): ReactNode {
  const info = useSettings((state) => state.info);
  if (!info) return null;
  const parts = [
    `Deskscope ${info.version}`,
    info.electron && `Electron ${info.electron}`,
    info.platform,
    `${info.backend} engine`,
  ];
  return <p className={styles.about}>{parts.filter(Boolean).join(' · ')}</p>;
}
