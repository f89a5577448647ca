import { existsSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '../../base/files/profile-folder.ts';
import { uuid } from './protocol.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** The folder in which gnome-shell finds this user's extension. */
export function folderOf(variables: Variables): string {
  return path.join(dataFolder(variables, 'linux', variables['HOME'] || undefined), 'gnome-shell', 'extensions', uuid);
}

/** Whether its files are there. */
export function isInstalled(variables: Variables): boolean {
  return existsSync(path.join(folderOf(variables), 'extension.js'));
}
