import { AppError } from '#contract/errors';
import { captureTasks } from '../capture/bitmap.ts';
import type { StrategyChoice, ElementStrategy } from '../elements/strategy.ts';
import { elementTasks } from '../elements/tasks.ts';
import { ocrTasks } from '../ocr/tasks.ts';
import type { Tasks } from '../thread/serve-tasks.ts';
import { windowTasks } from '../windows/tasks.ts';
import { createControlsStrategy } from '../controls/strategy.ts';
import { startFullUia } from '../uia/probe.ts';
import { createUiaStrategy } from '../uia/strategy.ts';

/** All tasks that may wait for other programs. */
export function blockingTasks(choice: StrategyChoice): Tasks {
  return { ...elementTasks(() => chooseStrategy(choice)), ...windowTasks, ...captureTasks, ...ocrTasks };
}

/**
 * The best strategy of this Windows: UI Automation, which on Windows also covers MSAA-only apps; if it is only a stub, messages
 * to standard controls. The facts that such a stub reports about single windows (name, class, bounds, enabled state) are
 * available from the windows themselves, so it is no strategy of its own.
 * @throws AppError `accessibility_unavailable` if UI Automation is required and missing
 */
function chooseStrategy(choice: StrategyChoice): ElementStrategy {
  const uia = choice === 'win32' ? null : startFullUia();
  if (uia) return createUiaStrategy(uia);
  if (choice !== 'uia') return createControlsStrategy();
  throw new AppError('accessibility_unavailable', 'This Windows has no UI Automation, or only a stub of it.', {
    hint: 'Use the back end `auto` or `win32`, which reads standard controls through messages.',
  });
}
