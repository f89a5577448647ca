import { captureTasks } from '../capture/print.ts';
import type { StrategyChoice } from '../elements/strategy.ts';
import { elementTasks } from '../elements/tasks.ts';
import { ocrTasks } from '../ocr/tasks.ts';
import type { Tasks } from '../thread/serve-tasks.ts';
import { windowTasks } from '../windows/tasks.ts';
import { chooseStrategy } from './choose-strategy.ts';

/** Everything that may wait for other people's programs. */
export function blockingTasks(choice: StrategyChoice): Tasks {
  return { ...elementTasks(() => chooseStrategy(choice)), ...windowTasks, ...captureTasks, ...ocrTasks };
}
