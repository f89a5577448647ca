import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { profileFolder } from '../base/profile-folder.ts';
import type { BackendName } from '../engine/create-backend.ts';
import type { Context } from './command.ts';

/**
 * The back end that is named, else the one that the settings name for Windows. Elsewhere nothing is read: the engine starts
 * before the settings are.
 */
export async function keptBackend(named: BackendName, variables: Context['variables']): Promise<BackendName> {
  if (named !== 'auto' || process.platform !== 'win32') return named;
  const text = await readFile(path.join(profileFolder(variables), 'settings.json'), 'utf8').catch(() => null);
  if (text === null) return named;
  const { parseSettings } = await import('../settings/read-settings.ts');
  return parseSettings(text)?.settings.elementBackend ?? named;
}
