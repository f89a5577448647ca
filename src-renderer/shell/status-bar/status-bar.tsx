import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { count } from '#contract/count';
import { oneLine } from '#contract/foreign-text';
import type { McpStatus } from '#contract/api';
import type { EngineStatus } from '#contract/model/engine';
import { elementCount } from '../../features/inspector/index.ts';
import { BriefCall, isOver } from '../../features/mcp/index.ts';
import { recorderSummary } from '../../features/recorder/index.ts';
import { selectedWindow } from '../../features/windows/index.ts';
import { Dot, type Tone } from '../../ui/badge/badge.tsx';
import { canRun, type Command } from '../../ui/command.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Icon, type IconName } from '../../ui/icon/icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useApp, useCommand, useCommands, useShell } from '../app-context.tsx';
import styles from './status-bar.module.css';

/** Status of engine, MCP, the selected window, the newest call and the recording. */
export function StatusBar(): ReactNode {
  const summary = useStore(useApp().recorder, recorderSummary);
  return (
    <footer className={styles.bar} data-region="status" aria-label="Status" data-testid="status-bar">
      <PlaceItem />
      <EngineItem />
      <McpItem />
      <AgentFlow />
      <WindowItem />
      <CallItem />
      <span
        className={classNames(styles.right, styles.text)}
        role="status"
        aria-live="polite"
        data-testid="status-recorder"
      >
        {summary}
      </span>
    </footer>
  );
}

/** On which desktop the user works, if it is not their own. */
function PlaceItem(): ReactNode {
  const inspected = useStore(useApp().desktops, (state) => state.inspected);
  const leave = useCommand('desktops.leave');
  if (inspected === null) return null;
  return (
    <button
      type="button"
      className={styles.item}
      data-tip={leave.title}
      data-testid="status-desktop"
      onClick={() => leave.run()}
    >
      <Dot tone="warn" />
      Desktop {inspected} · Back to yours
    </button>
  );
}

const engineTones: Record<EngineStatus['state'], Tone> = {
  starting: 'warn',
  ready: 'good',
  restarting: 'warn',
  failed: 'bad',
};

function EngineItem(): ReactNode {
  const engine = useShell((state) => state.engine);
  // A click does not restart a working engine: that would abort every pending call.
  const restart = useCommand('engine.restart');
  const doctor = useCommand('doctor.run');
  const checks = useStore(useApp().settings, (settings) => settings.checks);
  if (engine === null) return <span className={styles.item}>Engine …</span>;
  const { state, latencyMs, restarts, detail } = engine;
  const latency = state === 'ready' && latencyMs !== null ? `${Math.round(latencyMs)} ms` : '';
  const failed = checks?.filter(({ status }) => status === 'failed') ?? [];
  const hinders = state === 'ready' && failed.length > 0;
  const reported = restarts > 0 ? ` · restarted ${restarts}×` : '';
  return (
    <button
      type="button"
      className={styles.item}
      data-tip={
        detail ||
        (state === 'failed' && restart.title) ||
        failed.map(({ detail: why }) => why).join('\n') ||
        'What works on this machine'
      }
      data-testid="status-engine"
      onClick={() => (state === 'failed' ? restart : doctor).run()}
    >
      <Dot tone={hinders ? 'warn' : engineTones[state]} />
      Engine {state}
      {latency !== '' && <span className={styles.latency}>{latency}</span>}
      {state === 'failed' && ' · Restart'}
      {hinders && ` · ${count(failed.length, 'problem')}`}
      {reported}
    </button>
  );
}

const mcpTones: Record<McpStatus['state'], Tone> = { off: 'quiet', listening: 'good', failed: 'bad' };

function McpItem(): ReactNode {
  const status = useStore(useApp().mcp, (state) => state.status);
  const copy = useCommand('mcp.copyUrl');
  if (status === null) return null;
  const clients = `${status.clients.length} ${status.clients.length === 1 ? 'client' : 'clients'}`;
  const listening = status.state === 'listening';
  return (
    <button
      type="button"
      className={styles.item}
      disabled={!listening}
      data-tip={status.detail || copy.title}
      data-testid="status-mcp"
      onClick={() => copy.run()}
    >
      <Dot tone={mcpTones[status.state]} />
      <span className={styles.text}>
        MCP {listening ? `${status.url.replace(/^https?:\/\//, '')} · ${clients}` : status.state}
      </span>
    </button>
  );
}

/** In every view while a client is connected: its next act can be held. */
function AgentFlow(): ReactNode {
  const { mcp, agents } = useApp();
  const hasClients = useStore(mcp, (state) => (state.status?.clients.length ?? 0) > 0);
  const mode = useStore(agents, (state) => state.debug.mode);
  const [toggle, step, breakpoints] = useCommands('debug.toggle', 'debug.step', 'debug.breakpoints');
  if (!hasClients && mode === 'running') return null;
  const isPaused = mode === 'paused';
  return (
    <span className={styles.flow} role="group" aria-label="Hold agents" data-testid="status-agents">
      {toggle && (
        <FlowButton
          command={toggle}
          icon={isPaused ? 'debug-continue' : toggle.icon}
          title={isPaused ? 'Continue' : 'Pause'}
        />
      )}
      {step && <FlowButton command={step} icon={step.icon} title="Step" />}
      {breakpoints && <FlowButton command={breakpoints} icon={breakpoints.icon} title="Breakpoints" />}
    </span>
  );
}

interface FlowButtonProps {
  readonly command: Command;
  readonly icon: IconName;
  readonly title: string;
}

function FlowButton({ command, icon, title }: FlowButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={styles.item}
      disabled={!canRun(command)}
      data-tip={command.title}
      data-tip-keys={command.keys?.[0]}
      onClick={() => command.run()}
    >
      <Icon name={icon} />
      {title}
    </button>
  );
}

function WindowItem(): ReactNode {
  const { windows, inspector } = useApp();
  const window = useStore(windows, selectedWindow);
  const count = useStore(inspector, (state) => (state.treeInfo ? elementCount(state.entries, state.treeInfo) : null));
  if (window === null) return null;
  const elements = count === null ? '' : ` · ${count} ${count === '1' ? 'element' : 'elements'}`;
  return (
    <span className={styles.item} data-testid="status-window">
      <span className={classNames(styles.window, styles.text)}>{oneLine(window.title)}</span>{' '}
      <span className={styles.text}>
        {oneLine(window.app)} · pid {window.processId}
        {elements}
      </span>
    </span>
  );
}

/** How long the newest call stays once it is over, in milliseconds. */
const lastCallMs = 60_000;

/** The newest call of anyone, in every view; a click lists them all. */
function CallItem(): ReactNode {
  const { mcp, shell } = useApp();
  const call = useStore(mcp, ({ calls }) => calls[0] ?? null);
  const now = useNow(call !== null, 5_000);
  if (call === null || (isOver(call) && now - call.at > lastCallMs)) return null;
  const show = () => {
    mcp.getState().showTab('calls');
    mcp.getState().select(call.id);
    shell.getState().show('mcp');
  };
  return (
    <button
      type="button"
      className={classNames(styles.item, styles.call)}
      data-tip="All calls"
      data-testid="status-call"
      onClick={show}
    >
      <BriefCall call={call} />
    </button>
  );
}
