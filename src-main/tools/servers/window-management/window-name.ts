import { AppError } from '#contract/errors';
import { appName, type WindowId, type WindowInfo } from '#contract/model/windows/window';
import { describeQuery } from '#contract/model/windows/window-query';
import { queryOf, type WindowNaming } from '../../target/target-input.ts';
import { lineOf, windowFacts } from './window-facts.ts';

/** So many windows are named in a hint. */
const maxHinted = 8;
/** And so many of those that a name fits. */
const maxCandidates = 20;

/** For behind “the window”, e.g. `of galculator with “Calc” in the title`. */
export function describeName(naming: WindowNaming): string {
  const { app, ...query } = queryOf(naming);
  return (
    [app !== undefined && `of ${appName(app)}`, describeQuery(query)].filter(Boolean).join(' ') || 'that is selected'
  );
}

/** The same error as these tools tell it: with what they say of a window, and what is open. */
export function inOwnWords(error: unknown, windows: readonly WindowInfo[], naming: WindowNaming): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'window_not_found') return noWindow(windows, naming);
  if (error.code !== 'multiple_matches') return error;
  const candidates = (error.data?.['candidates'] ?? []) as readonly { readonly id: WindowId; readonly why: string }[];
  const found = candidates.flatMap(({ id, why }) =>
    windows.filter((one) => one.id === id).map((window) => ({ window, why })),
  );
  const listed = found.slice(0, maxCandidates);
  const lines = listed.map(({ window, why }) => `- ${lineOf(window)} (${why})`);
  const hint = listed.length < found.length ? ` list_windows has the other ${found.length - listed.length}.` : '';
  return new AppError('multiple_matches', `${found.length} windows ${describeName(naming)}:\n${lines.join('\n')}`, {
    hint: `Use the handle of one of them.${hint}`,
    delivery: 'not_delivered',
    data: { candidates: listed.map(({ window, why }) => ({ ...windowFacts(window), why })) },
  });
}

function noWindow(windows: readonly WindowInfo[], naming: WindowNaming): AppError {
  const open = windows.slice(0, maxHinted).map((window) => `- ${lineOf(window)}`);
  const more = windows.length > maxHinted ? '\nlist_windows has the rest.' : '';
  return new AppError('window_not_found', `There is no window ${describeName(naming)}.`, {
    hint: open.length > 0 ? `Open are:\n${open.join('\n')}${more}` : 'No window is open.',
    delivery: 'not_delivered',
  });
}
