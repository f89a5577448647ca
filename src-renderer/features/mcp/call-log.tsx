import { useMemo, useState, type ReactNode } from 'react';
import type { CallRecord } from '#contract/api';
import type { Point } from '#contract/model/geometry';
import { shortTool } from '#contract/model/runs/call-words';
import { classNames } from '../../ui/class-names.ts';
import { Button, IconButton, CopyButton } from '../../ui/button/button.tsx';
import { CallLine } from '../../ui/call/call-line.tsx';
import type { Command } from '../../ui/command.ts';
import { CommandMenu } from '../../ui/menu/menu.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { List } from '../../ui/list/list.tsx';
import { PanelHeader, Section } from '../../ui/layout/section/section.tsx';
import { EmptyState } from '../../ui/state/state.tsx';
import { Tabs, type Tab } from '../../ui/layout/tabs/tabs.tsx';
import { useMcp, useMcpApi } from './context.ts';
import { keptCalls, shownCalls, type McpTab } from './store.ts';
import styles from './mcp.module.css';

interface CallLogProps {
  /** Commands for a call. */
  readonly menu: readonly Command[];
}

/** Every tool call of any caller, newest first. */
export function CallLog({ menu }: CallLogProps): ReactNode {
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const calls = useMcp((state) => state.calls);
  const paused = useMcp((state) => state.paused);
  const filter = useMcp((state) => state.filter);
  const selected = useMcp((state) => state.selected);
  const { select } = useMcpApi().getState();
  const shown = useMemo(() => shownCalls({ calls, paused, filter }), [calls, paused, filter]);
  const all = paused ?? calls;
  return (
    <section className={classNames(styles.panel, styles.calls)} aria-label="Tool calls" data-testid="mcp-calls">
      <PanelHeader title="Tool calls" note={countText(shown.length, all.length)}>
        <LogTools />
      </PanelHeader>
      {shown.length === 0 ? (
        <Nothing filtered={all.length > 0} />
      ) : (
        <List
          label="Tool calls"
          testId="call-list"
          items={shown}
          idOf={(call) => call.id}
          textOf={(call) => `${shortTool(call.tool)} ${call.target}`}
          selected={selected}
          render={(call) => <CallRow call={call} />}
          rowClass={() => styles.call}
          onSelect={select}
          onMenu={(id, at) => {
            select(id);
            setMenuAt(at);
          }}
        />
      )}
      {menuAt && <CommandMenu label="Call" at={menuAt} commands={menu} onClose={() => setMenuAt(null)} />}
    </section>
  );
}

function countText(shown: number, all: number): string | number | undefined {
  if (shown !== all) return `${shown} of ${all}`;
  return all === keptCalls ? `last ${keptCalls}` : all || undefined;
}

function LogTools(): ReactNode {
  const filter = useMcp((state) => state.filter);
  const paused = useMcp((state) => state.paused !== null);
  const waiting = useMcp((state) => (state.paused ? newerThan(state.calls, state.paused) : 0));
  const { clear, pause, setFilter } = useMcpApi().getState();
  return (
    <>
      {waiting > 0 && <span className={styles.detail}>{waiting} more since</span>}
      <TextField
        label="Filter calls"
        icon="filter"
        type="search"
        className={styles.filter}
        value={filter}
        onText={setFilter}
        data-testid="call-filter"
      />
      <IconButton
        icon={paused ? 'debug-continue' : 'debug-pause'}
        label={paused ? 'Show calls as they happen' : 'Pause the list'}
        aria-pressed={paused}
        onClick={() => pause(!paused)}
      />
      <IconButton icon="clear-all" label="Clear the list" onClick={clear} />
    </>
  );
}

function newerThan(calls: readonly CallRecord[], paused: readonly CallRecord[]): number {
  const last = paused[0]?.at ?? 0;
  return calls.filter(({ at }) => at > last).length;
}

function Nothing({ filtered }: { readonly filtered: boolean }): ReactNode {
  const { setFilter, showTab } = useMcpApi().getState();
  if (filtered) {
    return (
      <EmptyState
        icon="filter"
        title="No matching calls"
        action={<Button onClick={() => setFilter('')}>Show all</Button>}
      >
        The filter searches tool, caller, status and arguments.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="list-tree"
      title="No calls yet"
      action={<Button onClick={() => showTab('connect')}>Connect an agent</Button>}
    >
      Calls of agents, replays and your own appear here live.
    </EmptyState>
  );
}

const looks: Record<CallRecord['status'], string> = {
  held: 'debug-pause',
  asking: 'question',
  running: 'loading',
  ok: 'pass',
  failed: 'error',
  denied: 'circle-slash',
};

const words: Record<CallRecord['status'], string> = {
  held: 'held until you continue',
  asking: 'waiting for your answer',
  running: 'running',
  ok: 'ok',
  failed: 'failed',
  denied: 'denied',
};

/** Whether it waits for nothing any more. */
export const isOver = ({ status }: CallRecord) => status === 'ok' || status === 'failed' || status === 'denied';
const isBad = ({ status }: CallRecord) => status === 'failed' || status === 'denied';

function CallRow({ call }: { readonly call: CallRecord }): ReactNode {
  return (
    <>
      <span className={styles.time}>{new Date(call.at).toLocaleTimeString('en-GB')}</span>
      <span className={styles.status} role="img" aria-label={words[call.status]} data-status={call.status}>
        <Icon name={looks[call.status]} spin={call.status === 'running'} />
        <span className={styles.word}>{words[call.status]}</span>
      </span>
      <CallLine tool={call.tool} target={call.target} error={isBad(call) ? call.text : ''} />
      <span className={styles.caller}>{call.caller.name}</span>
      <span className={styles.elapsed}>{isOver(call) ? `${Math.round(call.elapsedMs)} ms` : ''}</span>
    </>
  );
}

/** A call in one line, without its columns: for a place beside other things. */
export function BriefCall({ call }: { readonly call: CallRecord }): ReactNode {
  return (
    <>
      <span
        className={classNames(styles.status, styles.brief)}
        role="img"
        aria-label={words[call.status]}
        data-status={call.status}
      >
        <Icon name={looks[call.status]} spin={call.status === 'running'} />
      </span>
      <CallLine tool={call.tool} target={call.target} error={isBad(call) ? call.text : ''} />
      <span className={styles.caller}>{call.caller.name}</span>
    </>
  );
}

/** Arguments and result of the selected call. */
export function CallDetails(): ReactNode {
  const call = useMcp((state) => state.calls.find(({ id }) => id === state.selected));
  const { copy, showTrace } = useMcpApi().getState();
  if (!call) {
    return (
      <EmptyState icon="json" title="No call selected">
        Select a call to see its arguments and answer.
      </EmptyState>
    );
  }
  const parameters = JSON.stringify(call.parameters, null, 2);
  return (
    <section className={styles.scroll} aria-label="Tool call" data-testid="call-details">
      <p className={styles.call}>
        <CallRow call={call} />
      </p>
      <p className={styles.call}>
        <Button icon="run-all" onClick={() => showTrace(call.id)} data-testid="call-trace">
          Show in Runs
        </Button>
      </p>
      <Section title="Arguments" note={<CopyButton what="arguments" onCopy={() => void copy(parameters)} />}>
        <pre className={styles.code} tabIndex={0} aria-label="Arguments">
          {parameters}
        </pre>
      </Section>
      <Section title="Result" note={<CopyButton what="result" onCopy={() => void copy(call.text)} />}>
        <pre className={styles.code} tabIndex={0} aria-label="Result">
          {call.text || '(nothing yet)'}
        </pre>
      </Section>
    </section>
  );
}

const tabs: readonly Tab<McpTab>[] = [
  { id: 'calls', title: 'Calls', icon: 'list-tree' },
  { id: 'permissions', title: 'Permissions', icon: 'shield' },
  { id: 'connect', title: 'Connect an agent', icon: 'plug' },
];

/** Tabs: calls, permissions, and connecting an agent. */
export function AgentTabs(parts: Readonly<Record<McpTab, ReactNode>>): ReactNode {
  const tab = useMcp((state) => state.tab);
  const { showTab } = useMcpApi().getState();
  return (
    <Tabs label="Agents" tabs={tabs} active={tab} onChange={showTab}>
      {parts[tab]}
    </Tabs>
  );
}
