import { quoted } from '#contract/foreign-text';
import type { Check } from '#contract/model/engine';
import { appName, type WindowInfo } from '#contract/model/windows/window';
import type { WindowProvider } from '../../../backend.ts';
import { type Examination, ok, warning, failed } from '../../../doctor/examine.ts';
import { isLegible } from '../../../picture/font.ts';
import type { Apps } from '../atspi/bus/apps.ts';
import type { WindowSystem } from '../window-system.ts';
import { diagnoseMissing } from '../atspi/diagnosis/missing.ts';
import { kindOf } from '../atspi/diagnosis/program-kind.ts';
import { lookAround } from '../atspi/diagnosis/surroundings.ts';
import { isStopped, readProcess } from '../processes/process.ts';
import { isAccessibilityOn, turnOn } from '../atspi/bus/accessibility-status.ts';
import { findBusAddress, sessionBusAddress } from '../atspi/bus/bus-address.ts';
import * as names from '../atspi/vocabulary/names.ts';
import { BusConnection } from '../dbus/connection.ts';
import { busFix, registryFix } from '../errors.ts';

/** The doctor's checks for any session, independent of the window system. */
export interface ExaminedSession {
  readonly system: WindowSystem;
  readonly apps: Apps;
  readonly windows: WindowProvider;
}

export function everySession({ system, apps, windows }: ExaminedSession): readonly Examination[] {
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

/** Maximum number of windows named; a container sees none of a whole desktop. */
const mostNamed = 5;

/**
 * Whether the processes of the windows can be inspected: if Deskscope or an app runs in a container or on another machine, it
 * is unknown what keys may start there, so each use asks the user.
 */
async function checkProcesses(windows: WindowProvider): Promise<Check> {
  const name = 'Processes';
  const shown = await windows.list({ all: false });
  const unseen = shown.filter(({ program }) => program === undefined);
  if (unseen.length === 0)
    return ok(name, shown.length === 0 ? 'No app shows a window.' : 'Those of all windows are seen.');
  const names = unseen.slice(0, mostNamed).map(({ title, app }) => quoted(title || app));
  const more = unseen.length > mostNamed ? ` and ${unseen.length - mostNamed} more` : '';
  const all = unseen.length === shown.length ? 'of this display' : `of ${unseen.length} of ${shown.length} windows`;
  return warning(
    name,
    `The processes ${all} cannot be seen from here (${names.join(', ')}${more}): keys for them need approval each time.`,
    'Run Deskscope where the apps run: outside of a container, or with the same processes in sight (`--pid=host`).',
  );
}

/** Two letters of each script common in app texts. */
const scripts = [
  { name: 'Latin', letters: 'aW' },
  { name: 'Greek', letters: 'Ωδ' },
  { name: 'Cyrillic', letters: 'Жя' },
  { name: 'Hebrew', letters: 'של' },
  { name: 'Arabic', letters: 'عم' },
  { name: 'Devanagari', letters: 'कम' },
  { name: 'Thai', letters: 'กม' },
  { name: 'Chinese', letters: '保存' },
  { name: 'Japanese', letters: 'あん' },
  { name: 'Korean', letters: '한국' },
  { name: 'emoji', letters: '😀👍' },
] as const;

/** The scripts that outline labels can render: determined by drawing, since font lists do not report it. */
async function checkFonts(): Promise<Check> {
  const name = 'Fonts';
  const legible = await Promise.all(scripts.map(({ letters }) => isLegible(letters)));
  const namesWhere = (wanted: boolean) => scripts.filter((_, i) => legible[i] === wanted).map((script) => script.name);
  const [readable, boxes] = [namesWhere(true), namesWhere(false)];
  if (boxes.includes('Latin')) {
    const fix = 'Install Deskscope again: its own font is missing. Until then, fonts-dejavu-core may help.';
    return warning(name, 'Labels of outlines are empty boxes.', fix);
  }
  const missing =
    boxes.length > 0 ? `; not ${boxes.join(', ')}: fonts-noto-core and fonts-noto-cjk would add most` : '';
  return ok(name, `Labels of outlines show ${readable.join(', ')}${missing}.`);
}

/** Desktops have fewer; a runaway program must not slow down the doctor. */
const maxApps = 40;

/** The running apps that expose their elements, with their toolkits; for the others, the reason. */
async function checkApps(apps: Apps, windows: WindowProvider): Promise<readonly Check[]> {
  const shown = onePerProcess(await windows.list({ all: false })).slice(0, maxApps);
  const found = await Promise.all(shown.map((window) => checkApp(apps, window)));
  const offering = found.filter((each) => typeof each === 'string');
  return [summary(offering, shown.length), ...found.filter((each) => typeof each !== 'string')];
}

function onePerProcess(windows: readonly WindowInfo[]): readonly WindowInfo[] {
  const seen = new Set<number>();
  return windows.filter(({ processId }) => {
    if (processId !== 0 && seen.has(processId)) return false;
    seen.add(processId);
    return true;
  });
}

/** Name and toolkit of an app that exposes its elements, or the line about one that does not. */
async function checkApp(apps: Apps, window: WindowInfo): Promise<string | Check> {
  const around = await lookAround(apps, window);
  if (around.onBus && !(await isStopped(window.processId))) return withToolkit(window);
  const { message, fix } = await diagnoseMissing(window, around);
  return warning(`App ${quoted(window.app || window.title)}`, message, fix);
}

async function withToolkit(window: WindowInfo): Promise<string> {
  const process = await readProcess(window.processId);
  const toolkit = process && kindOf(process)?.name;
  return toolkit ? `${appName(window.app)} (${toolkit})` : appName(window.app);
}

function summary(offering: readonly string[], shown: number): Check {
  if (shown === 0) return ok('Apps', 'No app shows a window.');
  const names = [...new Set(offering)].join(', ');
  return ok('Apps', `${offering.length} of ${shown} offer their elements${names && `: ${names}`}.`);
}

async function checkSessionBus(signal: AbortSignal): Promise<Check> {
  const name = 'Session bus';
  try {
    const address = sessionBusAddress();
    (await BusConnection.open(address, signal)).close();
    return ok(name, address.split(',')[0] ?? address);
  } catch (error) {
    return failed(name, reason(error, signal), 'Start the desktop, or this command, under `dbus-run-session`.');
  }
}

async function checkAccessibilityBus(system: WindowSystem, signal: AbortSignal): Promise<Check> {
  const name = 'Accessibility bus';
  try {
    const address = await findBusAddress(system, signal);
    (await BusConnection.open(address, signal)).close();
    return ok(name, address.split(',')[0] ?? address);
  } catch (error) {
    return failed(name, reason(error, signal), busFix);
  }
}

/** The registry is a separate program: without it the bus has no list of apps. */
async function checkRegistry(system: WindowSystem, signal: AbortSignal): Promise<Check> {
  const name = 'Accessibility registry';
  const fix = `${registryFix}.`;
  let bus: BusConnection | null = null;
  try {
    bus = await BusConnection.open(await findBusAddress(system, signal), signal);
    const call = { destination: names.registry, path: names.rootPath, interface: names.accessible };
    const [apps] = await bus.call({ ...call, member: 'GetChildren' }, signal);
    if (!Array.isArray(apps)) return failed(name, 'It gives no list of apps.', fix);
    return ok(name, apps.length === 1 ? 'It knows 1 app.' : `It knows ${apps.length} apps.`);
  } catch (error) {
    return failed(name, reason(error, signal), fix);
  } finally {
    bus?.close();
  }
}

/** GTK and Qt 5 apps always expose their elements; the others check this at startup. */
async function checkAccessibilityOn(signal: AbortSignal): Promise<Check> {
  const name = 'Accessibility';
  try {
    if (await isAccessibilityOn(signal)) return ok(name, 'It is on for apps that start from now on.');
    const detail = 'It is off: Chromium, Electron, Firefox and Qt 6 apps that start now will offer no elements.';
    return warning(name, detail, `${turnOn}.`);
  } catch (error) {
    return failed(name, reason(error, signal), busFix);
  }
}

function reason(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'It does not answer.';
  return error instanceof Error ? `It cannot be used: ${error.message}.` : 'It cannot be used.';
}
