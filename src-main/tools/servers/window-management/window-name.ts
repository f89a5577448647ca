import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { appName, type WindowId, type WindowInfo } from '#contract/model/window';
import { handleField } from '../../target/target-input.ts';
import { lineOf, windowFacts } from './window-facts.ts';

/** How every tool here is told which window is meant; all that is given must fit. */
export const windowName = {
  title: z.string().min(1).optional().describe('A part of its title, in any case; an exact title wins.'),
  app: z.string().min(1).optional().describe('Its program, e.g. galculator or chrome.'),
  handle: handleField.optional().describe('Its handle from list_windows: 0x… or decimal.'),
};
export type WindowName = z.output<z.ZodObject<typeof windowName>>;

/** So many windows are named in a hint. */
const maxHinted = 8;
/** And so many of those that a name fits. */
const maxCandidates = 20;

export function isNamed({ title, app, handle }: WindowName): boolean {
  return title !== undefined || app !== undefined || handle !== undefined;
}

/** The handle that is named, as lists say it. */
export function handleOf({ handle }: WindowName): WindowId | undefined {
  return handle === undefined ? undefined : `0x${Number(handle).toString(16)}`;
}

/** For behind “the window”, e.g. `of galculator with “Calc” in the title`. */
export function describeName(name: WindowName): string {
  const handle = handleOf(name);
  const words = [
    handle !== undefined && `with the handle ${handle}`,
    name.app !== undefined && `of ${appName(name.app)}`,
    name.title !== undefined && `with ${quoted(name.title)} in the title`,
  ];
  return words.filter(Boolean).join(' ') || 'that is selected';
}

/** Every window that fits, in the order given. */
export function matchWindows(windows: readonly WindowInfo[], name: WindowName): readonly WindowInfo[] {
  const handle = handleOf(name);
  const byHandle = handle === undefined ? windows : windows.filter((window) => window.id === handle);
  const byApp = name.app === undefined ? byHandle : ofApp(byHandle, name.app);
  return name.title === undefined ? byApp : titled(byApp, name.title);
}

/** @throws AppError `window_not_found`, `multiple_matches` with `candidates` */
export function onlyWindow(windows: readonly WindowInfo[], name: WindowName): WindowInfo {
  const found = matchWindows(windows, name);
  const [first, ...others] = found;
  if (first === undefined) throw noWindow(windows, name);
  if (others.length === 0) return first;
  const listed = found.slice(0, maxCandidates);
  const lines = listed.map((window) => `- ${lineOf(window)}`);
  const hint = listed.length < found.length ? ` list_windows has the other ${found.length - listed.length}.` : '';
  throw new AppError('multiple_matches', `${found.length} windows ${describeName(name)}:\n${lines.join('\n')}`, {
    hint: `Use the handle of one of them.${hint}`,
    delivery: 'not_delivered',
    data: { candidates: listed.map(windowFacts) },
  });
}

function noWindow(windows: readonly WindowInfo[], name: WindowName): AppError {
  const open = windows.slice(0, maxHinted).map((window) => `- ${lineOf(window)}`);
  const more = windows.length > maxHinted ? '\nlist_windows has the rest.' : '';
  return new AppError('window_not_found', `There is no window ${describeName(name)}.`, {
    hint: open.length > 0 ? `Open are:\n${open.join('\n')}${more}` : 'No window is open.',
    delivery: 'not_delivered',
  });
}

/** Windows of the program called so; where none is, of the class called so; else those whose names contain it. */
export function ofApp(windows: readonly WindowInfo[], wanted: string): readonly WindowInfo[] {
  const needle = plain(wanted);
  const fits = [
    ({ app }: WindowInfo) => plain(app) === needle,
    ({ className }: WindowInfo) => plain(className) === needle,
    ({ app, className }: WindowInfo) => plain(app).includes(needle) || plain(className).includes(needle),
  ];
  return firstOf(fits.map((fit) => windows.filter(fit)));
}

function titled(windows: readonly WindowInfo[], wanted: string): readonly WindowInfo[] {
  const needle = wanted.toLowerCase();
  const fits = [
    ({ title }: WindowInfo) => title === wanted,
    ({ title }: WindowInfo) => title.toLowerCase() === needle,
    ({ title }: WindowInfo) => title.toLowerCase().includes(needle),
  ];
  return firstOf(fits.map((fit) => windows.filter(fit)));
}

function firstOf(choices: readonly (readonly WindowInfo[])[]): readonly WindowInfo[] {
  return choices.find((found) => found.length > 0) ?? [];
}

/** “Google Chrome”, `google-chrome` and `Google-Chrome.exe` are one. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/\.exe$/, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}
