import { homedir } from 'node:os';
import path from 'node:path';
import { mkdirSync } from 'node:fs';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The folder of the user's Deskscope, shared with the app (Electron's `userData`):
 * https://www.electronjs.org/docs/latest/api/app#appgetpathname. It may not exist yet.
 */
export function profileFolder(variables: Variables, platform: NodeJS.Platform = process.platform): string {
  return path.join(configFolder(variables, platform), 'deskscope');
}

/** The folder of user data: by the XDG base directory specification, or `%LOCALAPPDATA%`. */
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

/**
 * Creates a folder that only the user may read, and at most a few parents: Node's own recursion can spin for ever below
 * /proc.
 */
export function makeFolder(folder: string, above = 4): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || above === 0) throw error;
    makeFolder(path.dirname(folder), above - 1);
    mkdirSync(folder, { mode: 0o700 });
  }
}

/** The file in which an administrator limits all users' agents. */
export function machineCeiling(variables: Variables, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32')
    return path.join(variables['ProgramData'] || 'C:\\ProgramData', 'Deskscope', 'ceiling.yaml');
  return platform === 'darwin' ? '/Library/Application Support/Deskscope/ceiling.yaml' : '/etc/deskscope/ceiling.yaml';
}

/** The administrator's, and the user's own in the profile. All that are there hold. */
export function ceilingFiles(profile: string, variables: Variables = process.env): readonly string[] {
  return [machineCeiling(variables), path.join(profile, 'ceiling.yaml')];
}
