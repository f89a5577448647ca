import type { ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import type { TaskOutcome } from '#contract/model/agents/agent';
import type { TaskView } from '#contract/model/agents/task';
import { Button } from '../../ui/button/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icon/icon.tsx';
import { formatClock, useNow } from '../../ui/hooks/use-now.ts';
import { BreakpointsDialog } from './breakpoints.tsx';
import { useAgents, useAgentsApi } from './context.ts';
import { Controls } from './controls.tsx';
import { KeyDialog } from './keys/key-dialog.tsx';
import { isTakenOver } from './store.ts';
import { HeldItem } from './held-item.tsx';
import { TaskDialog } from './task-form.tsx';
import styles from './agents.module.css';

/** Across every view while agents work or are held: who does what, and what a person can do about it. */
export function AgentsDock(): ReactNode {
  const task = useAgents((state) => state.task);
  const { mode, held } = useAgents((state) => state.debug);
  const isShown = task !== null || mode !== 'running' || held.length > 0;
  return (
    <>
      {isShown && (
        <section className={styles.dock} aria-label="Agents" data-region="agents" data-testid="agents-dock">
          <div className={styles.bar}>
            {task ? <Task task={task} /> : <p className={styles.text}>Agents are paused before they act.</p>}
            <Controls isWorking={task?.status === 'running'} />
          </div>
          <TakenOver />
          {held[0] && <HeldItem key={held[0].id} held={held[0]} waiting={held.length - 1} />}
        </section>
      )}
      <TaskDialog />
      <BreakpointsDialog />
      <KeyDialog />
    </>
  );
}

/** What the person does in the agents' place. */
function TakenOver(): ReactNode {
  const taken = useAgents(isTakenOver);
  const did = useAgents((state) => state.debug.did);
  const { handBack } = useAgentsApi().getState();
  if (!taken) return null;
  const last = did.at(-1);
  return (
    <div className={styles.taken} data-testid="taken-over">
      <Icon name="record" className={styles.icon} />
      <p className={styles.text} role="status">
        <b>You have taken over.</b> Your actions become part of the run.
        {last !== undefined && ` ${did.length === 1 ? '1 step' : `${did.length} steps`}: ${oneLine(last)}`}
      </p>
      <Button variant="primary" icon="debug-continue" onClick={() => void handBack()} data-testid="hand-back">
        Hand back
      </Button>
    </div>
  );
}

const outcomes: Readonly<Record<TaskOutcome, { readonly title: string; readonly icon: IconName }>> = {
  done: { title: 'Done', icon: 'pass' },
  unproven: { title: 'Claimed, not confirmed', icon: 'question' },
  failed: { title: 'Failed', icon: 'error' },
  stopped: { title: 'Stopped', icon: 'debug-stop' },
  limit: { title: 'Limit reached', icon: 'warning' },
  error: { title: 'Broke', icon: 'error' },
};

function Task({ task }: { readonly task: TaskView }): ReactNode {
  const { outcome, agent, state, step, subTasks, comment, text } = task;
  const ended = outcome && outcomes[outcome];
  const now = useNow(task.status === 'running');
  const done = subTasks.filter(({ status }) => status === 'done').length;
  const current = subTasks.find(({ status }) => status === 'running');
  return (
    <>
      <Icon name={ended?.icon ?? 'robot'} className={styles.icon} />
      <div className={styles.names}>
        <p className={styles.task}>{oneLine(task.task)}</p>
        <p className={classNames(styles.text, ended && styles.ended)} role="status" data-testid="task-state">
          {ended ? `${ended.title}. ${oneLine(text)}` : `${oneLine(agent)} ${state ?? 'starts'}`}
          {current && ` · ${oneLine(current.text)}`}
        </p>
        {!ended && comment !== '' && (
          <p className={styles.text} data-testid="task-comment">
            {oneLine(comment)}
          </p>
        )}
      </div>
      <dl className={styles.figures}>
        <Figure name="Time" value={formatClock((task.endedAt ?? now) - task.startedAt)} />
        <Figure name="Step" value={String(step)} />
        {subTasks.length > 0 && <Figure name="Sub-tasks" value={`${done} of ${subTasks.length}`} />}
        <Figure name="Tokens" value={(task.usage.inputTokens + task.usage.outputTokens).toLocaleString('en')} />
        {task.usage.cost !== null && <Figure name="Cost" value={`$${task.usage.cost.toFixed(2)}`} />}
      </dl>
    </>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
