import type { SubTask } from '#contract/model/agents/agent';

/** CSS pixels: a box of a sub-task, and the room around it. */
export const box = { width: 190, height: 54, across: 44, down: 12 };

export interface Placed {
  readonly subTask: SubTask;
  readonly x: number;
  readonly y: number;
}

/** Each sub-task right of all that must be done before it. */
export function layersOf(subTasks: readonly SubTask[]): readonly Placed[] {
  const depths = new Map<string, number>();
  const known = new Map(subTasks.map((one) => [one.id, one]));
  // A trace may come from anyone: one that waits for itself must not keep us.
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

/** From each sub-task to those that wait for it. */
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
