import { useMemo, useState, type ReactNode } from 'react';
import type { Point } from '#contract/model/geometry';
import type { RunInfo } from '#contract/model/runs/run';
import type { CallSummary } from '#contract/model/runs/trace';
import type { Command } from '../../../ui/command.ts';
import { Icon } from '../../../ui/icon/icon.tsx';
import { CallLine } from '../../../ui/call/call-line.tsx';
import { CommandMenu } from '../../../ui/menu/menu.tsx';
import { VirtualList } from '../../../ui/list/virtual-list.tsx';
import { PanelHeader } from '../../../ui/layout/section/section.tsx';
import { EmptyState, ErrorState, Loading } from '../../../ui/state/state.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { shownCalls } from '../store.ts';
import { kindOf } from '../runs/filter-runs.ts';
import { WhyFailed } from '../why/why-failed.tsx';
import { Damage, Origin, looks, statusText } from './call-marks.tsx';
import styles from './calls.module.css';
import { valuesOf } from './filter-calls.ts';

/** Every call of the selected run, oldest first. */
interface CallListProps {
  /** Commands for a call. */
  readonly menu: readonly Command[];
}

export function CallList({ menu }: CallListProps): ReactNode {
  const total = useRuns((state) => state.calls.length);
  const shown = useRuns((state) => shownCalls(state).length);
  const note = shown === total ? total || undefined : `${shown} of ${total}`;
  return (
    <section className={styles.panel} aria-label="Calls" data-testid="calls">
      <PanelHeader title="Calls" note={note}>
        <CallFilters />
      </PanelHeader>
      <Origin />
      <Damage />
      <WhyFailed />
      <Calls menu={menu} />
    </section>
  );
}

function Calls({ menu }: CallListProps): ReactNode {
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  // A call's commands are known once it is read.
  useRuns((state) => state.details);
  const calls = useRuns(shownCalls);
  const total = useRuns((state) => state.calls.length);
  const opened = useRuns((state) => state.opened);
  const error = useRuns((state) => state.openError);
  const current = useRuns((state) => state.current);
  const selected = useRuns((state) => state.selected);
  const { select, open } = useRunsApi().getState();
  const rows = useMemo(() => calls.map((call) => ({ id: String(call.call), call })), [calls]);
  if (error !== null && current !== null) return <ErrorState error={error} onRetry={() => void open(current)} />;
  if (current === null) return <EmptyState icon="history" title="No run selected" />;
  if (opened === null) return <Loading what="Opening the run" />;
  if (total === 0) return <NoCalls run={opened.info} />;
  if (calls.length === 0) return <EmptyState icon="filter" title="No calls match the filter" />;
  const live = opened.info.live;
  return (
    <>
      <VirtualList
        label="Calls"
        testId="call-rows"
        rows={rows}
        selected={selected === null ? null : String(selected)}
        render={({ call }) => <CallRow call={call} live={live} />}
        onSelect={(id) => select(Number(id))}
        onMenu={(id, at) => {
          select(Number(id));
          setMenuAt(at);
        }}
      />
      {menuAt && <CommandMenu label="Call" at={menuAt} commands={menu} onClose={() => setMenuAt(null)} />}
    </>
  );
}

function NoCalls({ run }: { readonly run: RunInfo }): ReactNode {
  if (!run.live) return <EmptyState icon="list-tree" title="No calls in this run" />;
  return (
    <EmptyState icon="pulse" title="No calls yet">
      {kindOf(run) === 'app'
        ? 'What you do with an element or window in Inspect appears here live. Agents and replays have runs of their own; MCP (Ctrl+4) lists the calls of all.'
        : 'Each call appears here live, with what it saw.'}
    </EmptyState>
  );
}

function CallRow({ call, live }: { readonly call: CallSummary; readonly live: boolean }): ReactNode {
  const { tool, caller, target, status, elapsedMs, error } = call;
  return (
    <>
      <span className={styles.number}>{call.call}</span>
      <span className={styles.status} data-status={status} data-tip={statusText(call, live)}>
        <Icon name={looks[status]} spin={live && status === 'running'} />
        <span className="visually-hidden">{statusText(call, live)}</span>
      </span>
      <CallLine tool={tool} target={target} error={error} />
      <span className={styles.caller}>{caller.name}</span>
      <span className={styles.time}>{new Date(call.at).toLocaleTimeString('en-GB')}</span>
      <span className={styles.elapsed}>{status === 'running' ? '' : `${Math.round(elapsedMs)} ms`}</span>
    </>
  );
}

const statuses = [
  { value: '', title: 'Any status' },
  { value: 'failed', title: 'Failed' },
  { value: 'denied', title: 'Denied' },
  { value: 'ok', title: 'Ok' },
  { value: 'running', title: 'Running' },
] as const;

function CallFilters(): ReactNode {
  const calls = useRuns((state) => state.calls);
  const filter = useRuns((state) => state.filter);
  const { setFilter } = useRunsApi().getState();
  const toolNames = useMemo(() => valuesOf(calls, ({ tool }) => tool), [calls]);
  const callerNames = useMemo(() => valuesOf(calls, ({ caller }) => caller.name), [calls]);
  const tools = options('Any tool', toolNames);
  const callers = options('Any caller', callerNames);
  return (
    <div className={styles.filters}>
      <span className={styles.wide}>
        <SelectField label="Tool" value={filter.tool} options={tools} onChange={(tool) => setFilter({ tool })} />
      </span>
      <span className={styles.wide}>
        <SelectField
          label="Caller"
          value={filter.caller}
          options={callers}
          onChange={(caller) => setFilter({ caller })}
        />
      </span>
      <SelectField
        label="Status"
        value={filter.status}
        options={statuses}
        onChange={(status) => setFilter({ status })}
      />
      <TextField
        label="Filter calls"
        icon="filter"
        className={styles.search}
        value={filter.text}
        onText={(text) => setFilter({ text })}
      />
    </div>
  );
}

function options(any: string, values: readonly string[]) {
  return [{ value: '', title: any }, ...values.map((value) => ({ value, title: value.replace(/^.*::/, '') }))];
}
