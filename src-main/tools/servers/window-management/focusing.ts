import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { nextWindow, type WindowInfo } from '#contract/model/windows/window';
import { defineTool, type LookContext } from '../../define-tool.ts';
import { act, namedWindow } from './on-window.ts';
import { acting } from './namespace.ts';
import { windowResult } from './window-facts.ts';
import { describeName, findNamed, lookAtDesk } from './find-named.ts';
import { isNamed, windowNaming, type WindowNaming } from '../../target/target-input.ts';
import { windowForTask } from './task-windows.ts';

export const focusWindow = defineTool({
  ...acting,
  name: 'focus_window',
  idempotent: true,
  title: 'Focus a window',
  description:
    'Bring a window to the front and give it the keyboard, by a part of its title, its app or its handle. A minimised one is restored, another desktop is shown.',
  input: z.object({
    ...windowNaming,
    task: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Words of a task, without a name: the window that it clearly means. Otherwise the likeliest ones are listed.',
      ),
  }),
  sentence: ({ task, ...name }) =>
    task === undefined || isNamed(name)
      ? `Bring the window ${describeName(name)} to the front`
      : `Bring the window that ${quoted(task)} means to the front`,
  reach: (named) => ({ actsIn: async (context) => (await intended(context, named)).window }),
  async run(context, named) {
    const { window } = await intended(context, named);
    context.admit(window);
    return act(context, { handle: window.id }, 'focus');
  },
});

export const focusWindowByApp = defineTool({
  ...acting,
  name: 'focus_window_by_app',
  idempotent: true,
  title: 'Focus an app',
  description: 'Bring the window of an app to the front and give it the keyboard, by the name of its program.',
  input: z.object({ app_name: windowNaming.app, app: windowNaming.app.describe('The same as app_name.') }),
  check: (names) => void appOf(names),
  sentence: (names) => `Bring the window ${describeName(appOf(names))} to the front`,
  reach: (names) => namedWindow(appOf(names)),
  run: (context, names) => act(context, appOf(names), 'focus'),
});

type Named = WindowNaming & { readonly task?: string | undefined };

async function intended(context: LookContext, { task, ...naming }: Named): Promise<{ readonly window: WindowInfo }> {
  if (task === undefined || isNamed(naming)) return findNamed(context, naming);
  return { window: await windowForTask(context, (await lookAtDesk(context)).windows, task) };
}

interface AppNames {
  readonly app_name?: string | undefined;
  readonly app?: string | undefined;
}

/** @throws AppError `invalid_parameter` unless exactly one is given */
function appOf({ app_name: name, app }: AppNames): { readonly app: string } {
  const wanted = name ?? app;
  if (wanted !== undefined && (name === undefined || app === undefined)) return { app: wanted };
  throw new AppError('invalid_parameter', 'focus_window_by_app: give “app_name”, the name of the program.', {
    delivery: 'not_delivered',
    data: { fields: ['app_name'] },
  });
}

async function findNext({ engine, signal }: LookContext): Promise<WindowInfo | undefined> {
  return nextWindow((await engine.listWindows({}, { signal })).items);
}

export const switchToNextWindow = defineTool({
  ...acting,
  name: 'switch_to_next_window',
  title: 'Switch to the next window',
  description: 'Focus the window below the active one, as one press of Alt+Tab does.',
  input: z.object({}),
  reach: { actsIn: findNext },
  async run(context) {
    const next = await findNext(context);
    if (next) context.admit(next);
    return windowResult(await context.engine.switchToNext({}, { signal: context.signal }));
  },
});
