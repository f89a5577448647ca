import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '#contract/model/settings';
import { profileFolder } from '../base/profile-folder.ts';
import type { Context } from './command.ts';

/** The settings as they stand in the profile, for who needs none of the services; null where there are none. */
export async function keptSettings(variables: Context['variables']): Promise<Settings | null> {
  const text = await readFile(path.join(profileFolder(variables), 'settings.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const { parseSettings } = await import('../settings/read-settings.ts');
  return parseSettings(text)?.settings ?? null;
}
