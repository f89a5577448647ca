import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { appName, type WindowInfo } from '#contract/model/windows/window';
import { lines, pageOf } from '../../../answers/page.ts';
import type { Room } from '../../../answers/room.ts';
import { defineTool, type ToolContext } from '../../../define-tool.ts';
import { lookAtDesk } from '../find-named.ts';
import { acting } from '../namespace.ts';
import { windowRows } from '../window-facts.ts';
import { ofApp } from '#contract/model/windows/window-query';
import { layoutName, readLayout, writeLayout, layoutOf, type Layout, type SavedWindow } from './layout.ts';
import { pairWindows, type Pairing, restoreOne, windowsAtRest } from './restore.ts';

export const saveWindowLayout = defineTool({
  ...acting,
  name: 'save_window_layout',
  idempotent: true,
  destructive: true,
  title: 'Remember where windows are',
  description:
    'Remember place, size, state, monitor and desktop of the open windows under a name, for restore_window_layout. A layout of the same name is replaced.',
  input: z.object({
    name: layoutName,
    app: z.string().min(1).optional().describe('Only the windows of this program.'),
  }),
  sentence: ({ name }) => `Remember where the windows are, as ${quoted(name)}`,
  reach: ({ name }) => ({ actsIn: () => layoutTarget(name) }),
  async run(context, { name, app }) {
    const windows = await windowsAtRest(context);
    const { monitors } = await context.engine.describe({}, { signal: context.signal });
    const wanted = app === undefined ? windows : ofApp(windows, app);
    if (wanted.length === 0) throw new AppError('window_not_found', 'No window to remember.');
    await writeLayout(context.files, name, layoutOf(wanted, monitors, new Date()));
    const page = windowRows(wanted, context.room);
    return {
      text: `Remembered ${wanted.length} windows as ${quoted(name)}:\n${page.text}`,
      data: { name, windows: page.data },
      ...(page.note && { note: page.note }),
    };
  },
});

export const restoreWindowLayout = defineTool({
  ...acting,
  name: 'restore_window_layout',
  idempotent: true,
  title: 'Bring windows back where they were',
  description:
    'Bring the windows of a layout that save_window_layout remembered back to place, size, state, monitor and desktop, also after their apps were restarted. Says what could not be restored.',
  input: z.object({ name: layoutName }),
  sentence: ({ name }) => `Bring the windows of the layout ${quoted(name)} back where they were`,
  reach: ({ name }) => ({ actsIn: () => layoutTarget(name) }),
  deadlineMs: 120_000,
  async run(context, { name }) {
    const saved = await readLayout(context.files, name);
    const { windows } = await lookAtDesk(context);
    const { restored, missed } = await restore(context, saved, pairWindows(saved.windows, windows));
    const failures = pageOf(missed, missedRow, { what: 'windows that were not restored', room: context.room / 2 });
    const page = windowRows(restored, context.room / 2);
    const unknown = missed.length - failures.items.length;
    const note = lines(page.note, unknown > 0 && `${unknown} more could not be restored, which are left out here.`);
    return {
      text: [
        `Restored ${restored.length} of ${saved.windows.length} windows of ${quoted(name)}.`,
        ...(page.text ? [page.text] : []),
        ...failures.items.map(({ text }) => text),
      ].join('\n'),
      data: { name, restored: page.data, not_restored: failures.items.map(({ data }) => data) },
      ...(note && { note }),
    };
  },
});

export const layouts = [saveWindowLayout, restoreWindowLayout];

function layoutTarget(name: string) {
  return { id: null, app: '', title: `the windows of the layout ${quoted(name)}` };
}

interface Missed {
  readonly title: string;
  readonly app: string;
  readonly reason: string;
}

async function restore(
  context: ToolContext,
  saved: Layout,
  { pairs, missing }: Pairing,
): Promise<{ readonly restored: readonly WindowInfo[]; readonly missed: readonly Missed[] }> {
  const { monitors } = await context.engine.describe({}, { signal: context.signal });
  const places = { then: saved.monitors, now: monitors.map(({ bounds }) => bounds) };
  const restored: WindowInfo[] = [];
  const missed = missing.map(({ saved, reason }) => miss(saved, reason));
  for (const [index, [one, window]] of pairs.entries()) {
    context.progress((index + 0.5) / pairs.length, `Restoring ${quoted(window.title)}`);
    try {
      restored.push(await restoreOne(context, one, window, places));
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'cancelled') throw error;
      missed.push(miss(one, error.message));
    }
  }
  return { restored, missed };
}

function missedRow(missed: Missed, room: Room) {
  const { title, app, reason } = missed;
  return { text: `- not ${quoted(title)} (${appName(app)}): ${reason}`, data: room.short(missed) };
}

function miss({ title, app }: SavedWindow, reason: string): Missed {
  return { title, app, reason };
}
