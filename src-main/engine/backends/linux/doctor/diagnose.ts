import type { Check } from '#contract/model/engine';
import type { Apps } from '../atspi/bus/apps.ts';
import type { WindowProvider } from '../../../backend.ts';
import type { XConnection } from '../x11/display/connection.ts';
import type { WindowSystem } from '../window-system.ts';
import { checkApps } from './apps.ts';
import { checkAccessibilityBus, checkAccessibilityOn, checkRegistry, checkSessionBus } from './buses.ts';
import { translateError } from '../errors.ts';
import { checkDisplay, checkExtensions, checkPictures, checkWindowManager } from './display.ts';
import { examine, type Examination } from '../../../doctor/examine.ts';
import { checkFonts } from './fonts.ts';
import { checkSession } from './session.ts';

/** What the doctor looks at, and through. */
export interface Patient {
  readonly x: XConnection;
  readonly system: WindowSystem;
  /** Such as `:0`. */
  readonly display: string;
  readonly apps: Apps;
  readonly windows: WindowProvider;
}

/** What works here, what does not, and what to do about it. All at once, so that the slowest check is the time it takes. */
export async function diagnose({ x, system, display, apps, windows }: Patient): Promise<readonly Check[]> {
  const examinations: readonly Examination[] = [
    { name: 'Session type', look: () => checkSession(x) },
    { name: 'Display', look: () => checkDisplay(x, display) },
    { name: 'Window manager', look: () => checkWindowManager(x) },
    { name: 'Extensions', look: () => checkExtensions(x) },
    { name: 'Pictures of windows', look: () => checkPictures(x) },
    { name: 'Session bus', look: checkSessionBus },
    { name: 'Accessibility bus', look: (signal) => checkAccessibilityBus(system, signal) },
    { name: 'Accessibility registry', look: (signal) => checkRegistry(system, signal) },
    { name: 'Accessibility', look: checkAccessibilityOn },
    { name: 'Apps', look: () => checkApps(apps, windows) },
    { name: 'Fonts', look: checkFonts },
  ];
  return (await Promise.all(examinations.map((each) => examine(each, translateError)))).flat();
}
