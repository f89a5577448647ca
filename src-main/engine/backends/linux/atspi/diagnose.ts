import { existsSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RawTree } from '../../../backend.ts';
import type { WindowInfo } from '#contract/model/window';
import type { Frame } from './frames.ts';

/** Fewer elements than this, and Chromium's content is still asleep. */
export const asleepBelow = 10;

const chromiumFix =
  'start it with --force-renderer-accessibility and ACCESSIBILITY_ENABLED=1 in its environment, while the accessibility bus is on';

/** Why a window has no accessible frame at all, and what to do, as a sentence. */
export function diagnoseMissing(window: WindowInfo): string {
  if (window.processId === 0)
    return 'The window does not say which process it belongs to, so its elements cannot be found.';
  if (isChromium(window.processId)) {
    return `${named(window)} is built on Chromium, which offers its elements only when told so: ${chromiumFix}.`;
  }
  return (
    `${named(window)} offers no accessible elements. If it uses Qt, start it with QT_ACCESSIBILITY=1; if it uses GTK, ` +
    'without NO_AT_BRIDGE; apps of other toolkits may have none: work with pictures and coordinates there.'
  );
}

/** Why the tree that was read says less than the window shows; null where all is well. */
export function diagnoseTree(tree: Omit<RawTree, 'diagnosis'>, frame: Frame, window: WindowInfo): string | null {
  if (tree.truncated === 'time') return `${named(window)} did not answer in time; the tree holds what it said so far.`;
  if (tree.truncated !== null) return null;
  if (frame.toolkit.wakesByAttributes && tree.nodeCount < asleepBelow) {
    return `${named(window)} shows only its frame to accessibility: ${chromiumFix}.`;
  }
  if (tree.nodeCount === 1) return `${named(window)} offers its frame but no elements in it.`;
  return null;
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
