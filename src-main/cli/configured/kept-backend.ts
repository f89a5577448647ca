import type { BackendName } from '../../engine/create-backend.ts';
import type { Context } from '../command.ts';
import { keptSettings } from './kept-settings.ts';

/**
 * The back end that is named, else the one that the settings name for Windows. Elsewhere nothing is read: the engine starts
 * before the settings are.
 */
export async function keptBackend(named: BackendName, variables: Context['variables']): Promise<BackendName> {
  if (named !== 'auto' || process.platform !== 'win32') return named;
  return (await keptSettings(variables))?.elementBackend ?? named;
}
