import { homedir } from 'node:os';
import path from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The folder of the user's Deskscope, the same that the app has (Electron's `userData`):
 * https://www.electronjs.org/docs/latest/api/app#appgetpathname. It may not exist yet.
 */
export function profileFolder(variables: Variables, platform: NodeJS.Platform = process.platform): string {
  return path.join(configFolder(variables, platform), 'deskscope');
}

/** Where programs keep what is the user's: as the XDG base directory specification says, or `%LOCALAPPDATA%`. */
export function dataFolder(variables: Variables, platform: NodeJS.Platform, home: string = homedir()): string {
  if (platform === 'win32') return variables['LOCALAPPDATA'] || path.join(home, 'AppData', 'Local');
  return variables['XDG_DATA_HOME'] || path.join(home, '.local', 'share');
}

/** Where programs keep their settings: `~/.config`, `%APPDATA%` or `~/Library/Application Support`. */
export function configFolder(variables: Variables, platform: NodeJS.Platform, home: string = homedir()): string {
  if (platform === 'win32') return variables['APPDATA'] || path.join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  return variables['XDG_CONFIG_HOME'] || path.join(home, '.config');
}
