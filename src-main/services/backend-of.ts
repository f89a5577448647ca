import type { Settings } from '#contract/model/settings';
import type { BackendName } from '../engine/create-backend.ts';

/** The back end that is named, else, on Windows, the one that the settings name. */
export function backendOf(
  named: BackendName,
  { elementBackend }: Pick<Settings, 'elementBackend'>,
  platform = process.platform,
): BackendName {
  return named === 'auto' && platform === 'win32' ? elementBackend : named;
}
