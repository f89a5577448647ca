import { homedir } from 'node:os';
import { configFolder } from '../../base/files/profile-folder.ts';

/** Where programs of this user keep their settings. */
export interface Places {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** `~/.config`, `%APPDATA%` or `~/Library/Application Support`. */
  readonly config: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export function placesOf(
  variables: Places['variables'],
  platform: NodeJS.Platform = process.platform,
  home: string = variables[platform === 'win32' ? 'USERPROFILE' : 'HOME'] || homedir(),
): Places {
  return { platform, home, variables, config: configFolder(variables, platform, home) };
}
