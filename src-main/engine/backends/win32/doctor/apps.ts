import type { Check } from '#contract/model/engine';
import { appName, type WindowInfo } from '#contract/model/windows/window';
import { ok, warning } from '../../../doctor/check.ts';
import { parseWindowId } from '../native/window-id.ts';
import { isHungAppWindow } from '../native/window.ts';
import { quoted } from '#contract/foreign-text';

/** Which of the open apps answer, as far as Windows has noticed: it gives an app five seconds. */
export function checkApps(windows: readonly WindowInfo[]): Check {
  const name = 'Apps';
  const hung = windows.filter(({ id }) => isHungAppWindow(parseWindowId(id)) !== 0);
  if (hung.length === 0) return ok(name, `All windows answer (${windows.length}).`);
  const names = hung.map(({ title, app }) => `${quoted(title)} of ${appName(app)}`).join(', ');
  return warning(name, `No answer from ${names}.`, 'Wait until it answers again, or end it in the Task Manager.');
}
