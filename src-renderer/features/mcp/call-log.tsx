import type { ReactNode } from 'react';
import type { CallRecord } from '#contract/api';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { List } from '../../ui/list/list.tsx';
import { PanelHeader, Section } from '../../ui/section/section.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { useMcp, useMcpApi } from './context.ts';
import { keptCalls } from './store.ts';
import styles from './mcp.module.css';

/** Every tool call of anyone, newest first. */
export function CallLog(): ReactNode {
  const calls = useMcp((state) => state.calls);
  const selected = useMcp((state) => state.selected);
  const { select } = useMcpApi().getState();
  return (
    <section className={styles.panel} aria-label="Tool calls" data-testid="mcp-calls">
      <PanelHeader
        title="Tool calls"
        note={calls.length === keptCalls ? `last ${keptCalls}` : calls.length || undefined}
      />
      {calls.length === 0 ? (
        <EmptyState icon="list-tree" title="No calls yet">
          Each call of an agent, a replay or your own shows here as it happens.
        </EmptyState>
      ) : (
        <List
          label="Tool calls"
          testId="call-list"
          items={calls}
          idOf={(call) => call.id}
          textOf={(call) => call.tool}
          selected={selected}
          render={(call) => <CallRow call={call} />}
          rowClass={() => styles.call}
          onSelect={select}
        />
      )}
    </section>
  );
}

const looks: Record<CallRecord['status'], string> = {
  running: 'loading',
  ok: 'pass',
  failed: 'error',
  denied: 'circle-slash',
};

function CallRow({ call }: { readonly call: CallRecord }): ReactNode {
  return (
    <>
      <span className={styles.time}>{new Date(call.at).toLocaleTimeString('en-GB')}</span>
      <span className={styles.status} data-status={call.status}>
        <Icon name={looks[call.status]} spin={call.status === 'running'} /> {call.status}
      </span>
      <code className={styles.tool}>{call.tool}</code>
      <span className={styles.caller}>{call.caller.name}</span>
      <span className={styles.elapsed}>{call.status === 'running' ? '' : `${Math.round(call.elapsedMs)} ms`}</span>
    </>
  );
}

/** Arguments and result of the chosen call. */
export function CallDetails(): ReactNode {
  const call = useMcp((state) => state.calls.find(({ id }) => id === state.selected));
  const { copy } = useMcpApi().getState();
  if (!call) {
    return (
      <EmptyState icon="json" title="No call chosen">
        Choose a call to see its arguments and what it answered.
      </EmptyState>
    );
  }
  const parameters = JSON.stringify(call.parameters, null, 2);
  return (
    <section className={styles.scroll} aria-label="Tool call" data-testid="call-details">
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
