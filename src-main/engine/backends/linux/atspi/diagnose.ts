import { existsSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Diagnosis, DiagnosisCode } from '#contract/model/diagnosis';
import type { WindowInfo } from '#contract/model/window';
import type { RawTree } from '../../../backend.ts';
import type { Frame } from './frames.ts';

/** Fewer elements than this, and Chromium's content is still asleep. */
export const asleepBelow = 10;

const chromiumFix =
  'Start it with --force-renderer-accessibility and ACCESSIBILITY_ENABLED=1 in its environment, while the accessibility bus is on.';
const byPictures = 'Work with pictures and coordinates there.';

/** Why a window has no accessible frame at all. */
export function diagnoseMissing(window: WindowInfo): Diagnosis {
  if (window.processId === 0) {
    return because(
      'unknown_process',
      'The window does not say which process it belongs to, so its elements cannot be found.',
      byPictures,
    );
  }
  if (isChromium(window.processId)) {
    const message = `${named(window)} is built on Chromium, which offers its elements only when told so.`;
    return because('chromium_flag_missing', message, chromiumFix);
  }
  return because(
    'not_offered',
    `${named(window)} offers no accessible elements.`,
    'If it uses Qt, start it with QT_ACCESSIBILITY=1; if it uses GTK, without NO_AT_BRIDGE; apps of other toolkits ' +
      'may have none: work with pictures and coordinates there.',
  );
}

/** Why the tree that was read says less than the window shows; null where all is well. */
export function diagnoseTree(tree: Omit<RawTree, 'diagnosis'>, frame: Frame, window: WindowInfo): Diagnosis | null {
  if (tree.truncated === 'time') {
    const message = `${named(window)} did not answer in time; the tree holds what it said so far.`;
    return because('incomplete', message, 'Give it a longer timeout, or read less at once.');
  }
  if (tree.truncated !== null) return null;
  if (frame.toolkit.wakesByAttributes && tree.nodeCount < asleepBelow) {
    return because('chromium_flag_missing', `${named(window)} shows only its frame to accessibility.`, chromiumFix);
  }
  if (tree.nodeCount === 1) {
    return because('empty_window', `${named(window)} offers its frame but no elements in it.`, byPictures);
  }
  return null;
}

function because(code: DiagnosisCode, message: string, fix: string): Diagnosis {
  return { code, message, fix };
}

function named(window: WindowInfo): string {
  return window.app === '' ? 'This app' : window.app;
}

/** Everything built on Chromium brings its resource packs beside its executable. */
function isChromium(processId: number): boolean {
  try {
    const folder = dirname(readlinkSync(`/proc/${processId}/exe`));
    return ['resources.pak', 'chrome_100_percent.pak'].some((file) => existsSync(join(folder, file)));
  } catch {
    return false;
  }
}
