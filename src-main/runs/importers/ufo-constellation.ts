import type { SubTask } from '#contract/model/agents/agent';
import { isObject, textOf } from '../ufo-log/read-ufo-log.ts';

const statuses: Readonly<Record<string, SubTask['status']>> = {
  running: 'running',
  completed: 'done',
  failed: 'failed',
  error: 'failed',
  cancelled: 'dropped',
};

/**
 * Galaxy's graph of tasks as sub-tasks; the device stands for the app. Its early versions wrote tasks as Python prints
 * them: those are none. Source: `galaxy/trajectory/galaxy_parser.py` of microsoft/UFO.
 */
export function subTasksOf(constellation: unknown): readonly SubTask[] | undefined {
  const graph = isObject(constellation) ? constellation : parsed(constellation);
  if (!isObject(graph) || !isObject(graph['tasks'])) return undefined;
  const lines = isObject(graph['dependencies']) ? Object.values(graph['dependencies']).filter(isObject) : [];
  const before = new Map<string, string[]>();
  for (const line of lines) {
    const id = textOf(line['to_task_id']);
    const known = before.get(id);
    if (known) known.push(textOf(line['from_task_id']));
    else before.set(id, [textOf(line['from_task_id'])]);
  }
  return Object.entries(graph['tasks']).map(([id, task]) => {
    const said = isObject(task) ? task : {};
    return {
      id,
      text: textOf(said['description']) || textOf(said['name']) || id,
      app: textOf(said['target_device_id']),
      after: before.get(id) ?? [],
      status: statuses[textOf(said['status']).toLowerCase()] ?? 'waiting',
      result: textOf(said['error']) || textOf(said['result']),
    };
  });
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
