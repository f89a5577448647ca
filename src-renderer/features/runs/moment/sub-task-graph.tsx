import { useMemo, type ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { rowIds } from '../steps/step-rows.ts';
import { subTaskIcons } from '../steps/step-status.ts';
import { box, layersOf, linesOf, type Placed } from './layers.ts';
import { useMoment } from './use-moment.ts';
import styles from './moment.module.css';

/** What the task was split into: what waits for what, who works on it, and what came of it. */
export function SubTaskGraph(): ReactNode {
  const { subTasks, assigned } = useMoment();
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
