import { release, version } from 'node:os';
import type { Check } from '#contract/model/engine';
import { appName, type WindowInfo } from '#contract/model/windows/window';
import { quoted } from '#contract/foreign-text';
import { formatRect } from '#contract/model/geometry';
import type { WindowProvider } from '../../../backend.ts';
import { examine, type Examination, ok, warning, failed } from '../../../doctor/examine.ts';
import type { StrategyChoice, StrategyName } from '../elements/strategy.ts';
import { translateError } from '../native/errors.ts';
import type { BlockingThread } from '../thread/blocking-thread.ts';
import { parseWindowId, isHungAppWindow } from '../native/window.ts';
import { highIntegrity, ownIntegrity } from '../processes/integrity.ts';
import { hasPhysicalPixels, listMonitors } from '../monitors/monitors.ts';
import { hasFunction, declare } from '../native/library.ts';
import { registryText } from '../processes/registry.ts';
import { getSystemMetrics } from '../native/constants.ts';
import type { Handle } from '../native/types.ts';

/** Only present in Wine. */
const wineGetVersion = declare<() => string>('ntdll', 'str wine_get_version()');

const openInputDesktop = declare<(flags: number, inherit: number, access: number) => Handle>(
  'user32',
  'HANDLE OpenInputDesktop(uint32 flags, int32 inherit, uint32 access)',
);

const closeDesktop = declare<(desktop: Handle) => number>('user32', 'int32 CloseDesktop(HANDLE desktop)');

/** `name` is UTF-16, `size` in bytes. */
const getUserObjectInformation = declare<
  (object: Handle, what: number, name: Uint16Array, size: number, needed: [number]) => number
>(
  'user32',
  'int32 GetUserObjectInformationW(HANDLE object, int32 what, _Out_ uint16* name, uint32 size, _Out_ uint32* needed)',
);

const processIdToSessionId = declare<(processId: number, session: [number]) => number>(
  'kernel32',
  'int32 ProcessIdToSessionId(uint32 processId, _Out_ uint32* session)',
);

/** Timeout for UI Automation to start, in milliseconds. */
const probeMs = 8_000;

/** What works here, what does not, and how to fix it. */
export async function diagnose(
  windows: WindowProvider,
  blocking: BlockingThread,
  choice: StrategyChoice,
): Promise<readonly Check[]> {
  const now = (look: () => Check) => () => Promise.resolve().then(look);
  const everyWindow = () => windows.list({ all: false, foreign: true });
  const findStrategy = () =>
    blocking.run<StrategyName>('elements.strategy', null, { target: 'UI Automation', timeoutMs: probeMs });
  const examinations: readonly Examination[] = [
    { name: 'Windows', look: now(checkSystem) },
    { name: 'Session', look: now(checkSession) },
    { name: 'Screen lock', look: now(checkLock) },
    { name: 'Rights', look: async () => checkRights(await everyWindow()) },
    { name: 'Display', look: now(checkDisplay) },
    { name: 'UI Automation', look: () => checkAutomation(findStrategy, choice) },
    { name: 'Apps', look: async () => checkApps(await everyWindow()) },
  ];
  return (await Promise.all(examinations.map((each) => examine(each, translateError)))).flat();
}

/** Which open apps respond, as far as Windows has noticed: it allows an app five seconds. */
function checkApps(windows: readonly WindowInfo[]): Check {
  const name = 'Apps';
  const hung = windows.filter(({ id }) => isHungAppWindow(parseWindowId(id)) !== 0);
  if (hung.length === 0) return ok(name, `All windows answer (${windows.length}).`);
  const names = hung.map(({ title, app }) => `${quoted(title)} of ${appName(app)}`).join(', ');
  return warning(name, `No answer from ${names}.`, 'Wait until it answers again, or end it in the Task Manager.');
}

/** Restrictions by Windows: https://learn.microsoft.com/windows/win32/secauthz/mandatory-integrity-control */
function checkRights(windows: readonly WindowInfo[]): Check {
  const name = 'Rights';
  if (ownIntegrity() >= highIntegrity) return ok(name, 'As administrator: all windows can be seen and driven.');
  const foreign = windows.filter((window) => window.foreign);
  if (foreign.length === 0) return ok(name, 'As a user; no window that is open has higher rights.');
  const names = foreign.map(({ title, app }) => `${quoted(title)} of ${appName(app)}`).join(', ');
  return warning(
    name,
    `Higher rights than ours, or another user’s: ${names}. They are listed, and neither looked into nor driven.`,
    'Start Deskscope as administrator to work with them.',
  );
}

function checkDisplay(): Check {
  const name = 'Display';
  const monitors = listMonitors();
  if (monitors.length === 0) return failed(name, 'There is no monitor.', 'Connect one, or log in by Remote Desktop.');
  const places = monitors.map(
    (monitor) => `${monitor.name} (${formatRect(monitor.bounds)}, ${Math.round(monitor.scale * 100)} %)`,
  );
  if (hasPhysicalPixels()) return ok(name, places.join('; '));
  return warning(
    name,
    `${places.join('; ')}. Windows reports scaled positions, so clicks may miss.`,
    'Take compatibility settings for scaling off the program that runs Deskscope.',
  );
}

/** From 1703 on, Windows reports all positions in physical pixels to processes that request it. */
const leastBuild = 15_063;

function checkSystem(): Check {
  const name = 'Windows';
  const found = `${version()} (${release()})`;
  if (hasFunction('ntdll', 'wine_get_version')) {
    return warning(
      name,
      `This is Wine ${wineGetVersion()}, which calls itself ${found} and offers only a little of UI Automation.`,
      'Work on a real Windows: Wine serves for tests.',
    );
  }
  const build = Number(release().split('.')[2] ?? 0);
  if (build >= leastBuild) return ok(name, found);
  const detail = `${found}: places may be wrong on monitors that are scaled differently.`;
  return warning(name, detail, 'Update to Windows 10 1703 or newer.');
}

/** `CLSID_CUIAutomation` of uiautomationclient.h. */
const automationServer = 'Software\\Classes\\CLSID\\{ff48dba4-60ef-4201-aa87-54103eef594e}\\InprocServer32';

/** Whether app elements can be queried, and to what extent. */
async function checkAutomation(findStrategy: () => Promise<StrategyName>, choice: StrategyChoice): Promise<Check> {
  const name = 'UI Automation';
  if (choice === 'win32')
    return ok(name, 'It is not asked: the back end `win32` was chosen, which knows standard controls.');
  const library = registryText('machine', automationServer);
  const strategy = await findStrategy();
  if (strategy === 'uia')
    return ok(name, `It reads whole trees and has patterns: ${library ?? 'registered elsewhere'}`);
  const instead = 'elements of standard controls are read by messages, and apps that draw their own show none.';
  return library === null
    ? failed(name, `It is not registered: ${instead}`, 'Repair Windows with `sfc /scannow`.')
    : warning(
        name,
        `It is only a stub here, as Wine has it: ${instead}`,
        'Use a Windows of Microsoft’s for other apps.',
      );
}

/** `SM_REMOTESESSION`; `DESKTOP_READOBJECTS`; `UOI_NAME`. */
const remoteSession = 0x1000;

const readObjects = 0x1;

const objectName = 2;

/** The name of the user's desktop: https://learn.microsoft.com/windows/win32/winstation/desktops */
const usualDesktop = 'default';

/** Whether there is an interactive desktop. Session 0 is for services only. */
function checkSession(): Check {
  const name = 'Session';
  const session: [number] = [0];
  const known = processIdToSessionId(process.pid, session) !== 0;
  if (known && session[0] === 0 && inputDesktop() === null) {
    return failed(
      name,
      'This is the session of services, which has no desktop.',
      'Start it as a user who is logged in.',
    );
  }
  if (getSystemMetrics(remoteSession) === 0) return ok(name, `Session ${session[0]}, at this machine.`);
  return warning(
    name,
    `Session ${session[0]}, by Remote Desktop: while its window is minimised or closed, nothing is drawn and no input arrives.`,
    'Keep the window of the connection open, or work at the machine.',
  );
}

/** Locked, or showing a UAC prompt: then another desktop has the input, which user programs cannot access. */
function checkLock(): Check {
  const name = 'Screen lock';
  const desktop = inputDesktop();
  if (desktop?.toLowerCase() === usualDesktop) return ok(name, 'The desktop has mouse and keyboard.');
  return warning(
    name,
    'The screen is locked, or Windows asks for permission: nothing can be seen or controlled now.',
    'Unlock the screen, or answer the question.',
  );
}

/** Null if access is denied. */
function inputDesktop(): string | null {
  const desktop = openInputDesktop(0, 0, readObjects);
  if (desktop === 0) return null;
  const name = new Uint16Array(256);
  const needed: [number] = [0];
  const reported = getUserObjectInformation(desktop, objectName, name, name.byteLength, needed) !== 0;
  closeDesktop(desktop);
  return reported ? Buffer.from(name.buffer, 0, needed[0]).toString('utf16le').replace(/\0.*$/s, '') : null;
}
