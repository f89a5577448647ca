import { withDeadline } from '../../../../../base/async/deadline.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import { readProcess } from '../../processes/process.ts';
import { isAccessibilityOn } from '../bus/accessibility-status.ts';
import type { Apps } from '../bus/apps.ts';
import { appsOfWindow } from '../frames/apps-of-window.ts';

/** Facts needed to diagnose a window besides its process. */
export interface Surroundings {
  /** Whether the process is on the accessibility bus with windows other than this one. */
  readonly onBus: boolean;
  /** Null if unknown. */
  readonly accessibilityOn: boolean | null;
  /** Milliseconds since the accessibility registry started; null if unknown. */
  readonly registryAgeMs: number | null;
}

/** Milliseconds; a diagnosis must not take longer than the tree that it explains. */
const timeoutMs = 1_000;

export async function lookAround(apps: Apps, window: WindowInfo): Promise<Surroundings> {
  const [onBus, accessibilityOn, registry] = await Promise.all([
    orNull(async (signal) => {
      const found = await appsOfWindow(await apps.list(signal), window, () => Promise.resolve([]));
      return found.apps.length > 0 && !found.isByFrame;
    }),
    orNull(isAccessibilityOn),
    orNull(async (signal) => readProcess(await apps.registryProcessId(signal))),
  ]);
  return { onBus: onBus ?? false, accessibilityOn, registryAgeMs: registry?.ageMs ?? null };
}

async function orNull<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
  try {
    return await withDeadline({ timeoutMs, what: 'The bus' }, work);
  } catch {
    return null;
  }
}
