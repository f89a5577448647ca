import { chromium } from './chromium.ts';
import { gecko } from './gecko.ts';
import { gtk3 } from './gtk3.ts';
import { gtk4, gtk48 } from './gtk4.ts';
import { java } from './java.ts';
import { libreOffice } from './libreoffice.ts';
import { qt } from './qt.ts';
import { plain, type Toolkit } from './toolkit.ts';

/** Toolkits that no one has looked at: read in the safest way. */
const other: Toolkit = { ...plain, name: 'other' };

/** What an app's root object says of itself. */
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
      // LibreOffice borrows GTK's bridge, and with it its name.
      if (appName === 'soffice') return libreOffice;
      return gtkOf(version);
    case 'qt':
      return qt;
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
  const [major, minor = 0] = version.split('.').map(Number);
  if (major !== 4) return gtk3;
  return minor < 10 ? gtk48 : gtk4;
}
