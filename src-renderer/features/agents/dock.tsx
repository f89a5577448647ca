import { type ReactNode, useState } from 'react';
import { oneLine, harmless } from '#contract/foreign-text';
import type { TaskOutcome } from '#contract/model/agents/agent';
import type { TaskView } from '#contract/model/agents/task';
import type { Held } from '#contract/model/runs/debug';
import { Button } from '../../ui/button/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icon/icon.tsx';
import { formatClock, useNow } from '../../ui/hooks/use-now.ts';
import { CallLine } from '../../ui/call/call-line.tsx';
import { BreakpointsDialog } from './breakpoints.tsx';
import { useAgents, useAgentsApi } from './context.ts';
import { KeyDialog } from './keys/key-dialog.tsx';
import { isTakenOver, canTakeOver } from './store.ts';
import { TaskDialog } from './task-form.tsx';
import styles from './agents.module.css';

/** Across every view while agents work or are held: which agent does what, and what the user can do about it. */
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

/** The user's actions in the agents' place. */
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
        {task.desktop !== undefined && <Figure name="Desktop" value={task.desktop} />}
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

/** What the user can do about agents: hold them, release them, take over, and end their task. */
function Controls({ isWorking }: { readonly isWorking: boolean }): ReactNode {
  const isHolding = useAgents((state) => state.debug.mode !== 'running');
  const mayTake = useAgents(canTakeOver);
  const hasRun = useAgents((state) => state.task !== null);
  const hasDesktop = useAgents((state) => state.task?.desktop !== undefined);
  const { takeOver, stop, dismiss, showRun, showDesktop } = useAgentsApi().getState();
  return (
    <div className={styles.controls} role="toolbar" aria-label="Steer agents">
      {hasRun && (
        <Button variant="ghost" icon="list-tree" aria-label="Show the run" onClick={showRun} data-testid="show-run" />
      )}
      {hasDesktop && (
        <Button
          variant="ghost"
          icon="vm"
          aria-label="Show the desktop"
          onClick={showDesktop}
          data-testid="show-task-desktop"
        />
      )}
      <Flow />
      {mayTake && (
        <Button icon="person" onClick={() => void takeOver()} data-testid="take-over">
          Take over
        </Button>
      )}
      {isWorking && (
        <Button icon="debug-stop" onClick={() => void stop()} data-testid="task-stop">
          Stop
        </Button>
      )}
      {!isWorking && !isHolding && (
        <Button variant="ghost" icon="close" aria-label="Close" onClick={dismiss} data-testid="task-dismiss" />
      )}
    </div>
  );
}

/** Nothing runs while the user has taken over. */
function Flow(): ReactNode {
  const isTaken = useAgents(isTakenOver);
  const isPaused = useAgents((state) => state.debug.mode === 'paused');
  const { pause, proceed, step } = useAgentsApi().getState();
  if (isTaken) return null;
  if (!isPaused) {
    return (
      <Button icon="debug-pause" onClick={() => void pause()} data-tip-keys="Shift+F8" data-testid="debug-pause">
        Pause
      </Button>
    );
  }
  return (
    <>
      <Button
        icon="debug-continue"
        onClick={() => void proceed()}
        data-tip-keys="Shift+F8"
        data-testid="debug-continue"
      >
        Continue
      </Button>
      <Button icon="debug-step-over" onClick={() => void step()} data-tip-keys="F10" data-testid="debug-step">
        Step
      </Button>
    </>
  );
}

interface HeldItemProps {
  readonly held: Held;
  /** Number of further calls held behind this one. */
  readonly waiting: number;
}

/** An agent's next call: to be released, changed or denied. */
function HeldItem({ held, waiting }: HeldItemProps): ReactNode {
  const { id, kind, who, title, target, content, editable, why } = held;
  const [draft, setDraft] = useState(content ?? '');
  const { release } = useAgentsApi().getState();
  const isChanged = content !== null && draft !== content;
  const isTaken = useAgents(isTakenOver);
  const go = (holdResult: boolean) =>
    void release(id, isChanged ? { do: 'edit', content: draft, holdResult } : { do: 'go', holdResult });
  return (
    <div className={styles.held} data-testid="held">
      <div className={styles.heldHead}>
        <p className={styles.task}>
          {headings[kind](oneLine(who), oneLine(title))}
          {kind === 'call' && <CallLine tool={title} target={target ?? ''} />}
        </p>
        <p className={styles.text}>
          {oneLine(why)}
          {waiting > 0 && ` ${waiting} more waiting.`}
        </p>
        <div className={styles.controls}>
          {kind === 'call' && (
            <Button icon="circle-slash" onClick={() => void release(id, { do: 'deny' })} data-testid="held-deny">
              Deny
            </Button>
          )}
          {kind === 'call' && (
            <Button icon="inspect" disabled={isTaken} onClick={() => go(true)} data-testid="held-go-result">
              Run, then pause on the result
            </Button>
          )}
          <Button variant="primary" icon="play" disabled={isTaken} onClick={() => go(false)} data-testid="held-go">
            {isChanged ? 'Run with the change' : 'Run'}
          </Button>
        </div>
      </div>
      {content !== null && (
        <textarea
          className={styles.content}
          aria-label={contents[kind]}
          spellCheck={false}
          readOnly={!editable}
          rows={Math.min(10, Math.max(3, draft.split('\n').length))}
          value={editable ? draft : harmless(draft)}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          data-testid="held-content"
        />
      )}
      {!editable && content !== null && (
        <p className={styles.text}>Contains a password, which is hidden. You can run or deny it, but not change it.</p>
      )}
    </div>
  );
}

const headings: Readonly<Record<Held['kind'], (who: string, title: string) => string>> = {
  step: (_, title) => title,
  answer: (_, title) => title,
  call: (who) => `${who} is about to call `,
  result: (who, title) => `${title} answered ${who}`,
};

const contents: Readonly<Record<Held['kind'], string>> = {
  step: '',
  answer: 'Model answer',
  call: 'Arguments',
  result: 'Result',
};
