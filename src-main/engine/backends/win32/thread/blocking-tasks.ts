import { captureTasks } from '../capture/print.ts';
import { elementTasks } from '../elements/tasks.ts';
import { windowTasks } from '../windows/tasks.ts';
import type { Tasks } from './serve-tasks.ts';

/** Everything that may wait for other people's programs. */
export const blockingTasks: Tasks = { ...elementTasks, ...windowTasks, ...captureTasks };
