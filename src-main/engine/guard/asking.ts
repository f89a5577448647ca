import { AppError } from '#contract/errors';
import type { WindowInfo } from '#contract/model/windows/window';
import { questionTitle } from '../../base/processes/announce-process.ts';
import type { Backend } from '../backend.ts';
import type { Operation } from '../operations/operation.ts';
import { everyWindow } from '../windows/lookup.ts';

/** A window in which any Deskscope of this user asks for permission. */
export function isQuestion(window: Pick<WindowInfo, 'own' | 'title'>): boolean {
  return window.own === true && window.title === questionTitle;
}

/** @throws AppError `busy` while the user is asked for permission, by a Deskscope or by the desktop for us */
export async function refuseWhileAsked(backend: Backend): Promise<void> {
  if (backend.desktopAsks?.()) throw desktopAsksNow();
  await refuseWhileDeskscopeAsks(backend);
}

/** @throws AppError `busy` */
export async function refuseWhileDeskscopeAsks(backend: Backend): Promise<void> {
  if (await backend.windows.asking()) throw askedNow();
}

function desktopAsksNow(): AppError {
  return new AppError('busy', 'The desktop is asking the user whether Deskscope may control it.', {
    hint: 'Wait for the answer in its dialog, and call again.',
    delivery: 'not_delivered',
  });
}

function askedNow(): AppError {
  return new AppError('busy', 'A question to the user is open in Deskscope. No input is sent until it is answered.', {
    hint: 'Wait for the answer, check its effect, then call again.',
    delivery: 'not_delivered',
  });
}

export const questionVisibility: Operation<'questionVisibility'> = async (context, { processId }) => {
  const { windows, input } = context.backend;
  if (!windows.coveredBy) {
    return { bounds: null, coveredBy: '', inputAgoMs: await input.sentAgo(), seesWindows: false };
  }
  const all = await everyWindow(context);
  const window = all.find((each) => isQuestion(each) && each.processId === processId && each.state !== 'minimized');
  const coveredBy = window ? await windows.coveredBy(window) : '';
  // Last, so that input sent meanwhile counts as well.
  return { bounds: window?.bounds ?? null, coveredBy, inputAgoMs: await input.sentAgo(), seesWindows: true };
};
