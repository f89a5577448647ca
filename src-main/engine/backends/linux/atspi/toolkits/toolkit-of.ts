import { chromium, gecko } from './browsers.ts';
import { gtk3, gtk4, gtk422, gtk48 } from './gtk.ts';
import { java } from './java.ts';
import { libreOffice } from './libreoffice.ts';
import { qt, qt68 } from './qt.ts';
import { plain, type Toolkit } from './toolkit.ts';

/** Unknown toolkits: read in the safest way. */
export const other: Toolkit = { ...plain, name: 'other' };

/** Facts reported by an app's root object. */
export interface AppIdentity {
  /** `Name` of the accessible. */
  readonly appName: string;
  /** `ToolkitName` and `Version` of the application. */
  readonly toolkitName: string;
  readonly version: string;
}

export function toolkitOf({ appName, toolkitName, version }: AppIdentity): Toolkit {
  switch (toolkitName.toLowerCase()) {
    case 'gtk':
      // LibreOffice uses GTK's bridge, and reports GTK's name.
      if (appName === 'soffice') return libreOffice;
      return gtkOf(version);
    case 'qt':
      return isFrom(version, 6, 8) ? qt68 : qt;
    case 'chromium':
      return chromium;
    case 'gecko':
      return gecko;
    case 'j2se-access-bridge':
      return java;
    default:
      return other;
  }
}

function gtkOf(version: string): Toolkit {
  if (!version.startsWith('4')) return gtk3;
  if (isFrom(version, 4, 22)) return gtk422;
  return isFrom(version, 4, 10) ? gtk4 : gtk48;
}

/** Whether a version such as `6.8.2` is at least the given one. */
function isFrom(version: string, major: number, minor: number): boolean {
  const [first = 0, second = 0] = version.split('.').map(Number);
  return first > major || (first === major && second >= minor);
}
