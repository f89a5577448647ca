import { z } from 'zod';
import { sleep } from '../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import type { WindowInfo } from '#contract/model/windows/window';
import { defineTool, type ToolContext, type ToolResult } from '../../define-tool.ts';
import { findNamed, lookAtDesk, onlyNamed, describeName } from './find-named.ts';
import { looking } from './namespace.ts';
import { nameOf, windowFacts, windowResult } from './window-facts.ts';
import { isNamed, queryOf, type WindowNaming, windowNaming } from '../../target/target-input.ts';
import { matchWindows } from '#contract/model/windows/window-query';

const lookEveryMs = 100;
const reportEveryMs = 1_000;

const input = z.object({
  ...windowNaming,
  until: z.enum(['appears', 'disappears', 'title_changes']).default('appears'),
  new_title: z.string().min(1).optional().describe('For title_changes: wait until the title contains this.'),
  timeout_ms: z.number().int().min(0).max(600_000).default(30_000),
});
type Input = z.output<typeof input>;

export const waitForWindow = defineTool({
  ...looking,
  name: 'wait_for_window',
  title: 'Wait for a window',
  description:
    'Wait until a window appears, disappears or changes its title. One that is as wanted already ends the wait at once.',
  input,
  async run(context, wait) {
    if (wait.new_title !== undefined && wait.until !== 'title_changes') {
      throw new AppError('invalid_parameter', 'new_title belongs to until=title_changes.');
    }
    const look = await looks[wait.until](context, wait);
    return waitUntil(context, wait, look);
  },
});

/** Looks once; null if the condition is not met yet. */
type Look = () => Promise<ToolResult | null>;

const looks: Readonly<Record<Input['until'], (context: ToolContext, wait: Input) => Look | Promise<Look>>> = {
  appears: (context, wait) => async () => {
    const desk = await lookAtDesk(context);
    if (matchWindows(desk.windows, queryOf(named(wait))).length === 0) return null;
    return windowResult(await onlyNamed(context, wait, desk));
  },
  disappears: (context, wait) => async () => {
    const { windows } = await lookAtDesk(context);
    if (matchWindows(windows, queryOf(named(wait))).length > 0) return null;
    return { text: `There is no window ${describeName(wait)} any more.`, data: { gone: true } };
  },
  /** The window is tracked by its handle, since the title that named it may change. */
  async title_changes(context, wait) {
    const { window: before } = await findNamed(context, wait);
    return async () => {
      const { windows } = await lookAtDesk(context);
      const now = windows.find(({ id }) => id === before.id);
      if (!now) throw new AppError('window_not_found', `${nameOf(before)} was closed before its title changed.`);
      return isRetitled(before, now, wait.new_title) ? retitled(before, now) : null;
    };
  },
};

function named(wait: WindowNaming): WindowNaming {
  if (isNamed(wait)) return wait;
  throw new AppError('invalid_parameter', 'Name the window to wait for with “title”, “app” or “handle”.');
}

function isRetitled(before: WindowInfo, now: WindowInfo, wanted: string | undefined): boolean {
  return wanted === undefined ? now.title !== before.title : now.title.toLowerCase().includes(wanted.toLowerCase());
}

function retitled(before: WindowInfo, now: WindowInfo): ToolResult {
  const { text } = windowResult(now);
  return { text: `${text} Before it was ${nameOf(before)}.`, data: { ...windowFacts(now), old_title: before.title } };
}

async function waitUntil(context: ToolContext, wait: Input, look: Look): Promise<ToolResult> {
  const started = Date.now();
  let reported = started;
  for (;;) {
    const found = await look();
    if (found) return found;
    const waited = Date.now() - started;
    if (waited >= wait.timeout_ms) throw await tooLate(context, wait);
    if (Date.now() - reported >= reportEveryMs) {
      reported = Date.now();
      context.progress(waited / wait.timeout_ms, `Waiting for the window ${describeName(wait)}`);
    }
    await sleep(Math.min(lookEveryMs, wait.timeout_ms - waited), context.signal);
  }
}

async function tooLate(context: ToolContext, wait: Input): Promise<AppError> {
  const what = { appears: 'did not appear', disappears: 'is still there', title_changes: 'kept its title' }[wait.until];
  const { windows } = await lookAtDesk(context);
  const open = windows.map(nameOf).slice(0, 10).join(', ');
  return new AppError('timeout', `The window ${describeName(wait)} ${what} within ${wait.timeout_ms} ms.`, {
    hint: open ? `Open are ${open}.` : 'No window is open.',
  });
}
