import { z } from 'zod';
import { AppError } from '#contract/errors';
import type { RankedWindow } from '#contract/model/windows/rank-windows';
import { appName, type WindowInfo } from '#contract/model/windows/window';
import { lines, offsetField, pageOf } from '../../answers/page.ts';
import type { Room } from '../../answers/room.ts';
import { defineTool, type ToolContext } from '../../define-tool.ts';
import { lookAtDesk } from './find-named.ts';
import { looking } from './namespace.ts';
import { rankForTask, reasonsIn } from './task-windows.ts';
import { lineOf, windowFacts, windowFactsSchema, windowResult } from './window-facts.ts';
import { ofApp } from '#contract/model/windows/window-query';

const filters = {
  title: z.string().min(1).optional().describe('Only windows with this in their title, in any case.'),
  app: z.string().min(1).optional().describe('Only windows of this program.'),
  task: z.string().min(1).optional().describe('Words of a task: the windows that it may mean first, each with why.'),
  desktop: z.enum(['all', 'current']).default('all').describe('Of all virtual desktops, or of the one shown.'),
  offset: offsetField('windows'),
};

export const listWindows = defineTool({
  ...looking,
  name: 'list_windows',
  title: 'List open windows',
  description:
    'List the open windows, topmost first, with title, app, pid, handle, place, state, monitor and desktop, and which is active. Minimised ones and those of other desktops are listed too.',
  input: z.object(filters),
  output: z.array(windowFactsSchema),
  async run(context, { title, app, task, desktop, offset }) {
    const { windows, shown } = await lookAtDesk(context);
    const here = desktop === 'all' ? windows : windows.filter(({ id }) => shown.has(id));
    const found = (app === undefined ? here : ofApp(here, app)).filter((window) => contains(window, title));
    const ranked: readonly Listed[] =
      task === undefined ? found.map((window) => ({ window })) : await rankForTask(context, found, task);
    const page = pageOf(
      [...ranked.entries()],
      ([index, one], room) => ({
        text: `${index + 1}. ${lineOf(one.window, context)}${one.reasons ? reasonsIn(one.reasons) : ''}`,
        data: room.short({ ...windowFacts(one.window), ...(one.reasons && { why: one.reasons.join(', ') }) }),
      }),
      { what: 'windows', offset, room: context.room, or: 'or name them by title or app' },
    );
    const note = lines(page.note, await unseenOnce(context));
    return {
      text: page.items.map(({ text }) => text).join('\n') || 'No window is open.',
      data: page.items.map(({ data }) => data),
      ...(note && { note }),
    };
  },
});

/** A window, and why it may be the task's. */
type Listed = Pick<RankedWindow, 'window'> & Partial<Pick<RankedWindow, 'reasons'>>;

/** Sessions that already got the report. */
const reported = new WeakSet();

/** What is not visible to Deskscope on this desktop, and the remedy; empty if there is nothing, and after the first time. */
async function unseenOnce({ engine, session, signal }: ToolContext): Promise<string> {
  if (reported.has(session)) return '';
  reported.add(session);
  const { unseen } = await engine.describe({}, { signal });
  return unseen ? `${unseen.message} ${unseen.fix}` : '';
}

function contains(window: WindowInfo, text: string | undefined): boolean {
  return text === undefined || window.title.toLowerCase().includes(text.toLowerCase());
}

export const getActiveWindow = defineTool({
  ...looking,
  name: 'get_active_window',
  title: 'Which window is active',
  description: 'Return the active window, which receives the keys.',
  input: z.object({}),
  output: windowFactsSchema,
  async run({ engine, signal }) {
    const { items } = await engine.listWindows({}, { signal });
    const active = items.find((window) => window.active);
    if (active) return windowResult(active);
    throw new AppError('window_not_found', 'No window is active.', { hint: 'Use focus_window to make one active.' });
  },
});

export const listApps = defineTool({
  ...looking,
  name: 'list_apps',
  title: 'List apps with their windows',
  description: 'List the running apps that have windows, each with its processes and its windows.',
  input: z.object({ offset: offsetField('windows') }),
  output: z.array(z.looseObject({ app: z.string(), pids: z.array(z.number()), windows: z.array(windowFactsSchema) })),
  async run(context, { offset }) {
    const { windows } = await lookAtDesk(context);
    const ofApps = groupByApp(windows).flatMap((app) => app.windows);
    const describe = (whole: WindowInfo, room: Room) => {
      const window = room.short(whole);
      // Each may be the only one of its app.
      const alone = { app: window.app, windows: [window] };
      return { window, text: appText(alone), data: appFacts(alone) };
    };
    const page = pageOf(ofApps, describe, { what: 'windows', offset, room: context.room });
    const apps = groupByApp(page.items.map(({ window }) => window));
    return {
      text: apps.map(appText).join('\n') || 'No window is open.',
      data: apps.map(appFacts),
      ...(page.note && { note: page.note }),
    };
  },
});

interface App {
  readonly app: string;
  readonly windows: readonly WindowInfo[];
}

/** In the order of their topmost windows. */
function groupByApp(windows: readonly WindowInfo[]): readonly App[] {
  const names = [...new Set(windows.map(({ app }) => app))];
  return names.map((app) => ({ app, windows: windows.filter((window) => window.app === app) }));
}

function appFacts({ app, windows }: App) {
  const pids = [...new Set(windows.map(({ processId }) => processId))];
  return { app, pids, active: windows.some(({ active }) => active), windows: windows.map(windowFacts) };
}

function appText({ app, windows }: App): string {
  return [appName(app), ...windows.map((window) => `- ${lineOf(window)}`)].join('\n');
}
