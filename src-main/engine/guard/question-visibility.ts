import type { Operation } from '../operations/operation.ts';
import { everyWindow } from '../windows/lookup.ts';
import { isQuestion } from './asking.ts';

export const questionVisibility: Operation<'questionVisibility'> = async (context, { processId }) => {
  const { windows, input } = context.backend;
  if (!windows.coveredBy) {
    return { bounds: null, coveredBy: '', inputAgoMs: await input.sentAgo(), seesWindows: false };
  }
  const all = await everyWindow(context);
  const window = all.find((each) => isQuestion(each) && each.processId === processId && each.state !== 'minimized');
  const coveredBy = window ? await windows.coveredBy(window) : '';
  // Last: what was sent while we looked counts as well.
  return { bounds: window?.bounds ?? null, coveredBy, inputAgoMs: await input.sentAgo(), seesWindows: true };
};
