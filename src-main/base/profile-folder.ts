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

function configFolder(variables: Variables, platform: NodeJS.Platform): string {
  if (platform === 'win32') return variables['APPDATA'] || path.join(homedir(), 'AppData', 'Roaming');
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support');
  return variables['XDG_CONFIG_HOME'] || path.join(homedir(), '.config');
}
