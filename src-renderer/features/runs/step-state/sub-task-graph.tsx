import { useMemo, type ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import type { SubTask } from '#contract/model/agents/agent';
import { EmptyState } from '../../../ui/state/state.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { rowIds, subTaskIcons } from '../steps/step-rows.ts';
import { useStepState } from './step-state.ts';
import styles from './step-state.module.css';

/** The task's sub-tasks: prerequisites, agents, and results. */
export function SubTaskGraph(): ReactNode {
  const { subTasks, assigned } = useStepState();
  const placed = useMemo(() => layersOf(subTasks), [subTasks]);
  if (placed.length === 0) {
    return (
      <EmptyState icon="type-hierarchy-sub" title="No sub-tasks">
        The HostAgent has not split the task yet.
      </EmptyState>
    );
  }
  const width = Math.max(...placed.map(({ x }) => x)) + box.width;
  const height = Math.max(...placed.map(({ y }) => y)) + box.height;
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label="Sub-tasks" data-testid="sub-task-graph">
      <div className={styles.graph} style={{ width, height }}>
        <svg width={width} height={height} aria-hidden="true" className={styles.lines}>
          {linesOf(placed).map((line) => (
            <path key={line} d={line} />
          ))}
        </svg>
        {placed.map((one) => (
          <Box key={one.subTask.id} placed={one} agent={assigned.get(one.subTask.id) ?? ''} />
        ))}
      </div>
    </div>
  );
}

function Box({ placed: { subTask, x, y }, agent }: { readonly placed: Placed; readonly agent: string }): ReactNode {
  const { id, text, status, after, app } = subTask;
  const first = useRuns((state) => state.steps.find((step) => step.subTask === id)?.step);
  const { selectPart } = useRunsApi().getState();
  const program = agent.split('/')[1] ?? app;
  const needs = after.length > 0 ? `, after ${after.join(', ')}` : '';
  return (
    <button
      type="button"
      className={styles.subTask}
      data-status={status}
      style={{ left: x, top: y, width: box.width, height: box.height }}
      aria-label={`Sub-task ${id}, ${oneLine(text)}: ${status}${program && `, in ${oneLine(program)}`}${needs}`}
      disabled={first === undefined}
      onClick={() => first !== undefined && selectPart(rowIds.part(id, first))}
    >
      <span className={styles.head}>
        <Icon name={subTaskIcons[status]} /> {id} · {status}
        <span className={styles.about}>{oneLine(program)}</span>
      </span>
      <span className={styles.text}>{oneLine(text)}</span>
    </button>
  );
}

/** CSS pixels: a sub-task's box, and its margin. */
const box = { width: 190, height: 54, across: 44, down: 12 };

interface Placed {
  readonly subTask: SubTask;
  readonly x: number;
  readonly y: number;
}

/** Each sub-task right of its prerequisites. */
export function layersOf(subTasks: readonly SubTask[]): readonly Placed[] {
  const depths = new Map<string, number>();
  const known = new Map(subTasks.map((one) => [one.id, one]));
  // A trace may be foreign: a cycle must not loop forever.
  const depthOf = (id: string, way: ReadonlySet<string> = new Set()): number => {
    const before = depths.get(id);
    if (before !== undefined) return before;
    const after = (known.get(id)?.after ?? []).filter((other) => known.has(other) && !way.has(other));
    const depth = Math.max(-1, ...after.map((other) => depthOf(other, new Set([...way, id])))) + 1;
    depths.set(id, depth);
    return depth;
  };
  const filled: number[] = [];
  return subTasks.map((subTask) => {
    const depth = depthOf(subTask.id);
    const row = filled[depth] ?? 0;
    filled[depth] = row + 1;
    return { subTask, x: depth * (box.width + box.across), y: row * (box.height + box.down) };
  });
}

/** From each sub-task to its dependents. */
export function linesOf(placed: readonly Placed[]): readonly string[] {
  const at = new Map(placed.map((one) => [one.subTask.id, one]));
  return placed.flatMap(({ subTask, x, y }) =>
    subTask.after.flatMap((id) => {
      const from = at.get(id);
      if (!from) return [];
      const [startX, startY, endY] = [from.x + box.width, from.y + box.height / 2, y + box.height / 2];
      const half = (x - startX) / 2;
      return [`M${startX} ${startY}c${half} 0 ${half} ${endY - startY} ${x - startX} ${endY - startY}`];
    }),
  );
}
