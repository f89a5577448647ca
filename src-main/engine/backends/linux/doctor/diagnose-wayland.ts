import { formatRect } from '#contract/model/geometry';
import type { Check } from '#contract/model/engine';
import type { WindowProvider } from '../../../backend.ts';
import { ok, warning } from '../../../doctor/check.ts';
import { examine, type Examination } from '../../../doctor/examine.ts';
import type { Apps } from '../atspi/bus/apps.ts';
import { translateError } from '../errors.ts';
import { layoutOf, type Desk } from '../wayland/desk.ts';
import type { WindowSystem } from '../window-system.ts';
import { checkApps } from './apps.ts';
import { checkAccessibilityBus, checkAccessibilityOn, checkRegistry, checkSessionBus } from './buses.ts';
import { checkFonts } from './fonts.ts';

export interface WaylandPatient {
  readonly desk: Desk;
  readonly system: WindowSystem;
  readonly apps: Apps;
  readonly windows: WindowProvider;
}

/** As `diagnose` does on X11: what works in this session, what does not, and what to do about it. */
export async function diagnoseWayland({ desk, system, apps, windows }: WaylandPatient): Promise<readonly Check[]> {
  const examinations: readonly Examination[] = [
    { name: 'Session type', look: () => checkCompositor(desk) },
    { name: 'Display', look: () => Promise.resolve(checkOutputs(desk)) },
    { name: 'What the compositor lacks', look: () => Promise.resolve(checkLacks(desk)) },
    { name: 'XWayland', look: () => Promise.resolve(checkXWayland()) },
    { name: 'Session bus', look: checkSessionBus },
    { name: 'Accessibility bus', look: (signal) => checkAccessibilityBus(system, signal) },
    { name: 'Accessibility registry', look: (signal) => checkRegistry(system, signal) },
    { name: 'Accessibility', look: checkAccessibilityOn },
    { name: 'Apps', look: () => checkApps(apps, windows) },
    { name: 'Fonts', look: checkFonts },
  ];
  return (await Promise.all(examinations.map((each) => examine(each, translateError)))).flat();
}

async function checkCompositor({ compositor }: Desk): Promise<Check> {
  const windows = await compositor.windows();
  return ok('Session type', `Wayland, ${compositor.name}: it tells of ${windows.length} windows.`);
}

/** Logical pixels are told as well where they are others: apps and the compositor's own tools count in them. */
function checkOutputs(desk: Desk): Check {
  const places = layoutOf(desk).outputs.map(({ name, bounds, logical, scale }) => {
    const scaled = scale === 1 ? '' : `, at scale ${scale} of ${formatRect(logical)}`;
    return `${name} (${formatRect(bounds)}${scaled})`;
  });
  return ok('Display', places.join('; '));
}

function checkLacks({ compositor }: Desk): readonly Check[] {
  return compositor.lacks.map(({ name, why, instead }) => warning(name, why, instead));
}

function checkXWayland(): Check {
  const display = process.env['DISPLAY'];
  if (display) return ok('XWayland', `${display}: apps of X11 are seen and driven beside those of Wayland.`);
  return warning(
    'XWayland',
    'DISPLAY is not set: apps of X11 do not start here.',
    'Turn on XWayland in the compositor.',
  );
}
