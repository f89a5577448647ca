import type { Check } from '#contract/model/engine';
import { appName, type WindowInfo } from '#contract/model/windows/window';
import { ok, warning } from '../../../doctor/check.ts';
import { highIntegrity, ownIntegrity } from '../processes/integrity.ts';
import { quoted } from '#contract/foreign-text';

/** What Windows keeps from us: https://learn.microsoft.com/windows/win32/secauthz/mandatory-integrity-control */
export function checkRights(windows: readonly WindowInfo[]): Check {
  const name = 'Rights';
  if (ownIntegrity() >= highIntegrity) return ok(name, 'As administrator: all windows can be seen and driven.');
  const foreign = windows.filter((window) => window.foreign);
  if (foreign.length === 0) return ok(name, 'As a user; no window that is open has higher rights.');
  const names = foreign.map(({ title, app }) => `${quoted(title)} of ${appName(app)}`).join(', ');
  return warning(
    name,
    `Higher rights than ours, or another user’s: ${names}. They are listed, and neither looked into nor driven.`,
    'Start Deskscope as administrator to work with them.',
  );
}
