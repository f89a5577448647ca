import type { Dialect, FromCall, KnownCall } from './dialect.ts';
import { steps } from './steps.ts';
import { ufo } from './ufo.ts';
import { uiAutomation } from './ui-automation.ts';

export const dialects: readonly Dialect[] = [steps, ufo, uiAutomation];

/** Tools that read, wait or talk, and so are not steps. */
const noStep: Readonly<Record<string, string>> = {
  summary: 'it does nothing on the desktop',
  texts: 'it only looks',
  step_condition: 'it only looks',
  no_action: 'it does nothing',
  run_shell: 'starting a program is no step of a recording',
};

/** The dialect that has this tool. */
export function dialectOf(tool: string): Dialect | undefined {
  return dialects.find(({ readers }) => Object.hasOwn(readers, tool));
}

/** The steps that a call of any dialect means. @throws AppError `invalid_parameter` naming the field */
export function readCall(call: KnownCall): FromCall {
  const { tool } = call;
  const read = dialectOf(tool)?.readers[tool];
  if (read) return read.read(call);
  return { leftOut: (Object.hasOwn(noStep, tool) && noStep[tool]) || 'it is no act that a recording knows' };
}
