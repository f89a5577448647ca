import type { Settings } from '#contract/model/settings';
import type { BackendName } from '../engine/create-backend.ts';

/** The named back end; otherwise, on Windows, the one from the settings. */
export function backendOf(
  named: BackendName,
  { elementBackend }: Pick<Settings, 'elementBackend'>,
  platform = process.platform,
): BackendName {
  return named === 'auto' && platform === 'win32' ? elementBackend : named;
}
