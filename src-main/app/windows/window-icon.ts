import path from 'node:path';

/** The icon of our windows in title bar and taskbar. Windows takes the size it wants from an `.ico`. */
export function windowIcon(outDirectory: string, platform: NodeJS.Platform = process.platform): string {
  return path.join(outDirectory, '..', 'resources', platform === 'win32' ? 'icon.ico' : 'icon.png');
}
