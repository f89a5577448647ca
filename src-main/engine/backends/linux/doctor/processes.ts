import { quoted } from '#contract/foreign-text';
import type { Check } from '#contract/model/engine';
import { ok, warning } from '../../../doctor/check.ts';
import type { WindowProvider } from '../../../backend.ts';

/** So many windows are named; a container sees none of a whole desktop. */
const mostNamed = 5;

/**
 * Whether the processes of the windows can be looked at: where Deskscope or an app runs in a container, or on another machine, nothing
 * says what keys there may start, so they are asked about each time.
 */
export async function checkProcesses(windows: WindowProvider): Promise<Check> {
  const name = 'Processes';
  const shown = await windows.list({ all: false });
  const unseen = shown.filter(({ program }) => program === undefined);
  if (unseen.length === 0)
    return ok(name, shown.length === 0 ? 'No app shows a window.' : 'Those of all windows are seen.');
  const names = unseen.slice(0, mostNamed).map(({ title, app }) => quoted(title || app));
  const more = unseen.length > mostNamed ? ` and ${unseen.length - mostNamed} more` : '';
  const all = unseen.length === shown.length ? 'of this display' : `of ${unseen.length} of ${shown.length} windows`;
  return warning(
    name,
    `The processes ${all} cannot be seen from here (${names.join(', ')}${more}): keys for them need approval each time.`,
    'Run Deskscope where the apps run: outside of a container, or with the same processes in sight (`--pid=host`).',
  );
}
