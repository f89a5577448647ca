import { Fragment, useEffect, type ReactNode } from 'react';
import { type Settings, toolSet, type ToolSet } from '#contract/model/settings';
import { Button, IconButton } from '../../ui/button/button.tsx';
import { EditField, TextField } from '../../ui/field/text-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { Switch } from '../../ui/field/switch.tsx';
import { Loading, Notice } from '../../ui/state/state.tsx';
import { AgentRules } from './agent-rules.tsx';
import { Checks } from './checks.tsx';
import { NumberLine, Setting } from './setting.tsx';
import { allTexts, fitsQuery, partTexts, settingTexts, type SettingText, toolSetTexts } from './texts.ts';
import { settingsSearchId } from './commands.ts';
import { useSettings, useSettingsApi } from './context.ts';
import styles from './settings.module.css';

interface SettingsPageProps {
  /** Sections of other features. */
  readonly parts: readonly (SettingText & { readonly content: ReactNode })[];
}

/** The settings, and this machine's problems; sections of other features are in between. */
export function SettingsPage({ parts }: SettingsPageProps): ReactNode {
  const settings = useSettings((state) => state.settings);
  const query = useSettings((state) => state.query);
  const store = useSettingsApi();
  useEffect(() => {
    void store.getState().diagnose();
    // Returning to the page shows all of them.
    return () => store.getState().search('');
  }, [store]);
  const all = [...parts, { ...partTexts.checks, content: <Checks /> }];
  const shown = all.filter((part) => fitsQuery(part, query));
  return (
    <div className={styles.page} data-testid="settings">
      <SearchBox />
      <Problems />
      {settings ? <Groups settings={settings} /> : <Loading what="Reading the settings" />}
      {shown.map(({ title, content }) => (
        <Fragment key={title}>{content}</Fragment>
      ))}
      {shown.length === 0 && <NoneFits />}
      <About />
    </div>
  );
}

function SearchBox(): ReactNode {
  const query = useSettings((state) => state.query);
  const { search } = useSettingsApi().getState();
  return (
    <div className={styles.search}>
      <TextField
        id={settingsSearchId}
        label="Search settings"
        icon="search"
        type="search"
        value={query}
        onText={search}
        onKeyDown={(event) => event.key === 'Escape' && search('')}
      />
    </div>
  );
}

/** Only if no line of the groups matches either. */
function NoneFits(): ReactNode {
  const query = useSettings((state) => state.query);
  if (allTexts.some((text) => fitsQuery(text, query))) return null;
  return <p className={styles.none}>No setting matches.</p>;
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
        <Setting {...settingTexts.theme}>
          <SelectField
            label="Theme"
            value={settings.theme}
            options={themes}
            onChange={(theme) => void change({ theme })}
          />
        </Setting>
        <Setting {...settingTexts.density}>
          <SelectField
            label="Density"
            value={settings.density}
            options={densities}
            onChange={(density) => void change({ density })}
          />
        </Setting>
      </Group>
      <Group title="Inspect">
        <Setting {...settingTexts.showOutline}>
          <Switch
            label="Outline on the desktop"
            checked={settings.showOutline}
            onChange={(showOutline) => void change({ showOutline })}
          />
        </Setting>
        <Setting {...settingTexts.maximizeWindow}>
          <Switch
            label="Maximise a window when it is selected"
            checked={settings.maximizeWindow}
            onChange={(maximizeWindow) => void change({ maximizeWindow })}
          />
        </Setting>
        <ElementBackend chosen={settings.elementBackend} />
      </Group>
      <Group title="Replay">
        <NumberLine name="stepTimeoutMs" label="Step timeout in milliseconds" value={settings.stepTimeoutMs} />
      </Group>
      <Group title="Runs">
        <NumberLine name="keptRuns" label="Number of runs kept" value={settings.keptRuns} />
        <NumberLine name="keptRunsMegabytes" label="Megabytes for runs" value={settings.keptRunsMegabytes} />
      </Group>
      <Group title="MCP">
        <Setting {...settingTexts.mcpEnabled}>
          <Switch
            label="MCP server"
            checked={settings.mcpEnabled}
            onChange={(mcpEnabled) => void change({ mcpEnabled })}
          />
        </Setting>
        <NumberLine name="mcpPort" label="Port of the MCP server" value={settings.mcpPort} />
        <Computers file={settings.mcpConfig} />
        <Setting {...settingTexts.allowedCommands}>
          <EditField
            label="Apps agents may start"
            placeholder="e.g. gedit, meld"
            value={settings.allowedCommands.join(', ')}
            onCommit={(text) => void change({ allowedCommands: namesIn(text) })}
          />
        </Setting>
        <DesktopProfile file={settings.desktopProfile} />
        <ToolSets shown={settings.mcpToolSets} onChange={(mcpToolSets) => void change({ mcpToolSets })} />
      </Group>
      <Group title="Agents">
        <AgentRules settings={settings} />
      </Group>
    </>
  );
}

/** Other systems have only one way. */
function ElementBackend({ chosen }: { readonly chosen: Settings['elementBackend'] }): ReactNode {
  const { change } = useSettingsApi().getState();
  const info = useSettings((state) => state.info);
  if (info?.platform !== 'win32') return null;
  return (
    <Setting {...settingTexts.elementBackend}>
      <SelectField
        label="Read elements by"
        value={chosen}
        options={elementBackends}
        onChange={(elementBackend) => void change({ elementBackend })}
      />
    </Setting>
  );
}

/** Desktops of Deskscope's own exist on Linux only. */
function DesktopProfile({ file }: { readonly file: string }): ReactNode {
  const { change } = useSettingsApi().getState();
  const info = useSettings((state) => state.info);
  if (info?.platform !== 'linux') return null;
  return (
    <Setting {...settingTexts.desktopProfile}>
      <EditField
        label={settingTexts.desktopProfile.title}
        placeholder="e.g. /home/me/deskscope.yaml"
        value={file}
        onCommit={(desktopProfile) => void change({ desktopProfile: desktopProfile.trim() })}
      />
    </Setting>
  );
}

function Computers({ file }: { readonly file: string }): ReactNode {
  const { change, chooseMcpConfig } = useSettingsApi().getState();
  const { title, text } = settingTexts.mcpConfig;
  return (
    <Setting title={title} text={file || text}>
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

const densities = [
  { value: 'comfortable', title: 'Comfortable' },
  { value: 'compact', title: 'Compact' },
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

interface ToolSetsProps {
  readonly shown: readonly ToolSet[];
  readonly onChange: (shown: ToolSet[]) => void;
}

/** Tool sets for agents; the last one cannot be turned off, because a server without tools is useless. */
function ToolSets({ shown, onChange }: ToolSetsProps): ReactNode {
  const flip = (set: ToolSet, on: boolean) => {
    const wanted = toolSet.options.filter((one) => (one === set ? on : shown.includes(one)));
    if (wanted.length > 0) onChange(wanted);
  };
  return toolSet.options.map((set) => (
    <Setting key={set} {...toolSetTexts[set]}>
      <Switch label={toolSetTexts[set].title} checked={shown.includes(set)} onChange={(on) => flip(set, on)} />
    </Setting>
  ));
}
