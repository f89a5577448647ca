import type { LookContext } from '../define-tool.ts';
import { listWindows } from '../target/windows/target-window.ts';

/** How long an app that dies may take to be gone, where nothing else shows that it lives. Milliseconds. */
export const dyingMs = 150;

/** True where no window is left of a process: it ended, or died. Of process 0, which is unknown, no one can say that. */
export async function isAppGone(context: Pick<LookContext, 'engine' | 'signal'>, processId: number): Promise<boolean> {
  if (processId === 0) return false;
  return !(await listWindows(context, {})).some((window) => window.processId === processId);
}
