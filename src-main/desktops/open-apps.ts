import { AppError, toWire } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Engine } from '../engine/engine.ts';
import type { DesktopProfile } from './profile.ts';

/**
 * Starts the apps of a profile one after the other, so that their windows open in its order.
 * @throws AppError for the first whose window does not show in time
 */
export async function openApps(
  engine: Engine,
  { apps, timeouts }: DesktopProfile,
  signal?: AbortSignal,
): Promise<void> {
  for (const [command, ...args] of apps) {
    try {
      await engine.launch({ command, args }, { timeoutMs: timeouts.app, ...(signal && { signal }) });
    } catch (error) {
      const { code, message, hint } = toWire(error);
      throw new AppError(code, `The app ${quoted(command)} of the profile did not open: ${message}`, { hint });
    }
  }
}
