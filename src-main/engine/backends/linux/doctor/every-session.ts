import type { WindowProvider } from '../../../backend.ts';
import type { Examination } from '../../../doctor/examine.ts';
import type { Apps } from '../atspi/bus/apps.ts';
import type { WindowSystem } from '../window-system.ts';
import { checkApps } from './apps.ts';
import { checkAccessibilityBus, checkAccessibilityOn, checkRegistry, checkSessionBus } from './buses.ts';
import { checkFonts } from './fonts.ts';
import { checkProcesses } from './processes.ts';

/** What the doctor looks at in any session, whatever shows its windows. */
export interface SessionPatient {
  readonly system: WindowSystem;
  readonly apps: Apps;
  readonly windows: WindowProvider;
}

export function everySession({ system, apps, windows }: SessionPatient): readonly Examination[] {
  return [
    { name: 'Session bus', look: checkSessionBus },
    { name: 'Accessibility bus', look: (signal) => checkAccessibilityBus(system, signal) },
    { name: 'Accessibility registry', look: (signal) => checkRegistry(system, signal) },
    { name: 'Accessibility', look: checkAccessibilityOn },
    { name: 'Apps', look: () => checkApps(apps, windows) },
    { name: 'Processes', look: () => checkProcesses(windows) },
    { name: 'Fonts', look: checkFonts },
  ];
}
