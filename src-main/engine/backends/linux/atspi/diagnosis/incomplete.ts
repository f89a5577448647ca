import type { Diagnosis, DiagnosisCode } from '#contract/model/diagnosis';
import type { WindowInfo } from '#contract/model/windows/window';
import { withDeadline } from '../../../../../base/async/deadline.ts';
import type { RawTree } from '../../../../backend.ts';
import { isStopped, readProcess } from '../../processes/process.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import type { Frame } from '../frames/frame.ts';
import { chromium } from './program-kind.ts';

/** With fewer elements than this, Chromium's content is not exposed yet. */
export const asleepBelow = 10;
/** An app younger than this, in milliseconds, may not have filled its window yet. */
const youngMs = 3_000;
/** Maximum time for one answer of a responsive app, in milliseconds; reserved at the end of a deadline. */
const pingMs = 300;

/** Why the tree contains less than the window shows; null if the tree is complete. */
export async function diagnoseTree(
  accessibles: Accessibles,
  tree: Omit<RawTree, 'diagnosis'>,
  frame: Frame,
  window: WindowInfo,
): Promise<Diagnosis | null> {
  if (tree.truncated === 'time') return cutByTime(accessibles, frame, window);
  if (tree.truncated !== null) return null;
  const asleep = frame.toolkit.wakesByAttributes && tree.nodeCount < asleepBelow;
  if (!asleep && tree.nodeCount > 1) return null;
  const process = await readProcess(window.processId);
  if (process && process.ageMs < youngMs) return stillLoading(window);
  if (asleep && process?.commandLine.includes(chromium.startWith ?? '') === false) return flagMissing(window);
  if (tree.nodeCount > 1) return null;
  return because('empty_window', `${named(window)} offers this window, but no elements in it.`, byPictures);
}

async function cutByTime(accessibles: Accessibles, frame: Frame, window: WindowInfo): Promise<Diagnosis> {
  if (await isStopped(window.processId)) return stopped(window);
  if (await answers(accessibles, frame)) {
    const message = `${named(window)} answers, but has more elements than the time allowed to read.`;
    return because('incomplete', message, 'Give it more time, or read less at once: a smaller depth, or one element.');
  }
  const message = `${named(window)} stopped responding; the tree shows its last known state.`;
  return because(
    'app_not_responding',
    message,
    'It may be busy: look again in a moment. Restart it only if that stays so.',
  );
}

async function answers(accessibles: Accessibles, frame: Frame): Promise<boolean> {
  try {
    await withDeadline({ timeoutMs: pingMs, what: 'The app' }, (signal) => accessibles.role(frame.ref, signal));
    return true;
  } catch {
    return false;
  }
}

function stillLoading(window: WindowInfo): Diagnosis {
  const message = `${named(window)} has just started, and its window is still empty.`;
  return because('still_loading', message, 'Look again in a few seconds.');
}

function flagMissing(window: WindowInfo): Diagnosis {
  const message = `${named(window)} (Chromium) exposes only its frame, because accessibility is off.`;
  return because('chromium_flag_missing', message, `Start it again with ${chromium.startWith}.`);
}

export function because(code: DiagnosisCode, message: string, fix: string): Diagnosis {
  return { code, message, fix };
}

export function named(window: WindowInfo): string {
  return window.app === '' ? 'This app' : window.app;
}

export const byPictures = 'Work with pictures, text recognition and coordinates there.';

export function stopped(window: WindowInfo): Diagnosis {
  const fix = `Continue it, e.g. with \`kill -CONT ${window.processId}\`.`;
  return because('app_not_responding', `${named(window)} is stopped, so it answers nothing.`, fix);
}
