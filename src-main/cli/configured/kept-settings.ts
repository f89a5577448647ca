import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '#contract/model/settings';
import { profileFolder } from '../../base/files/profile-folder.ts';
import type { BackendName } from '../../engine/create-backend.ts';
import type { Context } from '../command.ts';

/** The profile's settings, without any services; null if there are none. */
export async function keptSettings(variables: Context['variables']): Promise<Settings | null> {
  const text = await settingsText(variables);
  if (text === null) return null;
  const { parseSettings } = await import('../../settings/read-settings.ts');
  return parseSettings(text)?.settings ?? null;
}

/** Whether the profile sets this, validly or not; by default the usual value applies. */
export async function hasKeptSetting(variables: Context['variables'], name: keyof Settings): Promise<boolean> {
  return (await settingsText(variables))?.includes(`"${name}"`) ?? false;
}

function settingsText(variables: Context['variables']): Promise<string | null> {
  return readFile(path.join(profileFolder(variables), 'settings.json'), 'utf8').catch(() => null);
}

/**
 * The back end that is named, else the one that the settings name for Windows. Elsewhere nothing is read: the engine starts
 * before the settings are.
 */
export async function keptBackend(named: BackendName, variables: Context['variables']): Promise<BackendName> {
  if (named !== 'auto' || process.platform !== 'win32') return named;
  return (await keptSettings(variables))?.elementBackend ?? named;
}
