import type { ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import type { AgentStepSummary } from '#contract/model/agents/agent-step';
import type { SubTask } from '#contract/model/agents/agent';
import type { CallSummary } from '#contract/model/runs/trace';
import { CallLine } from '../../../ui/call/call-line.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { looks, statusText } from '../calls/call-marks.tsx';
import { useRuns } from '../context.ts';
import { formatCost, formatCount, formatDuration } from '../figures.ts';
import { type RunRow, agentIcons, stepIcon, stepStatus, subTaskIcons } from './step-rows.ts';
import styles from './steps.module.css';

/** A row of the tree of steps. */
export function RowContent({ row }: { readonly row: RunRow }): ReactNode {
  const live = useRuns((state) => state.opened?.info.live ?? false);
  switch (row.kind) {
    case 'round':
      return <RoundRow round={row.round} request={row.request} />;
    case 'part':
      return <PartRow subTask={row.subTask} />;
    case 'step':
      return <StepRow step={row.step} live={live} />;
    case 'call':
      return <CallRow call={row.call} live={live} />;
  }
}

function RoundRow({ round, request }: { readonly round: number; readonly request: string }): ReactNode {
  return (
    <>
      <span className={styles.kind}>Round {round}</span>
      <span className={styles.words}>{oneLine(request)}</span>
    </>
  );
}

function PartRow({ subTask: { id, text, app, status } }: { readonly subTask: SubTask }): ReactNode {
  return (
    <>
      <Status icon={subTaskIcons[status]} status={status} words={status} />
      <span className={styles.kind}>Sub-task {id}</span>
      <span className={styles.words}>{oneLine(text)}</span>
      <span className={styles.app}>{oneLine(app)}</span>
    </>
  );
}

interface StepRowProps {
  readonly step: AgentStepSummary;
  readonly live: boolean;
}

function StepRow({ step, live }: StepRowProps): ReactNode {
  const { agent, state, action, problem, inputTokens, outputTokens, cost, elapsedMs, ended } = step;
  const tokens = inputTokens + outputTokens;
  return (
    <>
      <span className={styles.number}>{step.step}</span>
      <Status icon={stepIcon(step)} status={stepStatus(step)} words={wordsOf(step, live)} spin={live && !ended} />
      <Icon name={agentIcons[agent.kind]} className={styles.agent} />
      <span className="visually-hidden">{agent.kind}</span>
      {state !== null && state !== 'CONTINUE' && <span className={styles.state}>{state}</span>}
      <code className={styles.action}>{oneLine(action || problem)}</code>
      <Marks step={step} />
      <span className={styles.tokens} data-tip={`${inputTokens} tokens in, ${outputTokens} out`}>
        {tokens > 0 && formatCount(tokens)}
      </span>
      <span className={styles.cost}>{formatCost(cost)}</span>
      <span className={styles.elapsed}>{ended && formatDuration(elapsedMs)}</span>
    </>
  );
}

function wordsOf(step: AgentStepSummary, live: boolean): string {
  if (!step.ended) return live ? 'under way' : 'not finished';
  return step.problem || (step.status === 'none' ? 'nothing was done' : step.status);
}

/** A step's other marks: dots, each with its label. */
function Marks({ step: { attempts, edited } }: { readonly step: AgentStepSummary }): ReactNode {
  return (
    <span className={styles.marks}>
      {attempts > 1 && <Mark kind="repaired" words={`The model was called ${attempts} times`} />}
      {edited && <Mark kind="edited" words="Edited by a person" />}
    </span>
  );
}

function Mark({ kind, words }: { readonly kind: string; readonly words: string }): ReactNode {
  return (
    <span className={styles.mark} data-kind={kind} data-tip={words}>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

function CallRow({ call, live }: { readonly call: CallSummary; readonly live: boolean }): ReactNode {
  const { tool, target, status, elapsedMs, error } = call;
  return (
    <>
      <span className={styles.number}>{call.call}</span>
      <Status icon={looks[status]} status={status} words={statusText(call, live)} spin={live && status === 'running'} />
      <CallLine tool={tool} target={target} error={error} />
      <span className={styles.elapsed}>{status !== 'running' && formatDuration(elapsedMs)}</span>
    </>
  );
}

interface StatusProps {
  readonly icon: string;
  readonly status: string;
  readonly words: string;
  readonly spin?: boolean;
}

function Status({ icon, status, words, spin = false }: StatusProps): ReactNode {
  return (
    <span className={styles.status} data-status={status} data-tip={words}>
      <Icon name={spin ? 'loading' : icon} spin={spin} />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
