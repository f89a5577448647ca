import { readFileSync, readdirSync } from 'node:fs';
import type { Check } from '#contract/model/engine';
import { globalKeys, haltKeyThroughViewer } from '#contract/model/recordings/global-keys';
import { processName } from '../../../../base/processes/announce-process.ts';
import { examine, type Examination } from '../../../doctor/examine.ts';
import { ok, warning } from '../../../doctor/check.ts';
import { XConnection } from '../x11/display/connection.ts';
import { translateError } from '../errors.ts';
import { unseenOn } from '../x11/display/xwayland.ts';
import { runningMethods, type RunningMethod } from '../key-filters/input-method.ts';
import { shiftLifter } from '../processes/remote-viewer.ts';
import { Keymap } from '../x11/input/keyboard/keymap.ts';
import { checkDisplay, checkExtensions, checkPictures, checkWindowManager } from './display.ts';
import { everySession, type SessionPatient } from './every-session.ts';

/** What the doctor looks at, and through. */
export interface Patient extends SessionPatient {
  readonly x: XConnection;
  /** Such as `:0`. */
  readonly display: string;
}

/** What works here, what does not, and what to do about it. All at once, so that the slowest check is the time it takes. */
export async function diagnose(patient: Patient): Promise<readonly Check[]> {
  const { x, display } = patient;
  const examinations: readonly Examination[] = [
    { name: 'Session type', look: () => checkSession(x) },
    { name: 'Display', look: () => checkDisplay(x, display) },
    { name: 'Window manager', look: () => checkWindowManager(x) },
    { name: 'Extensions', look: () => checkExtensions(x) },
    { name: 'Pictures of windows', look: () => checkPictures(x) },
    { name: 'Halt key', look: () => checkHaltKey(display) },
    { name: 'Input method', look: () => checkInputMethod(display) },
    ...everySession(patient),
  ];
  return (await Promise.all(examinations.map((each) => examine(each, translateError)))).flat();
}

/** Whether all apps of the session are on the display we work on. */
async function checkSession(x: XConnection): Promise<Check> {
  const name = 'Session type';
  const unseen = await unseenOn(x);
  if (unseen) return warning(name, unseen.message, unseen.fix);
  const inWayland = Boolean(process.env['WAYLAND_DISPLAY']) || process.env['XDG_SESSION_TYPE'] === 'wayland';
  return ok(name, `X11${inWayland ? ', within a Wayland session' : ''}: all apps on this display are seen and driven.`);
}

const inputMethodCheck = 'Input method';

/** Which input method runs, and which engine takes keys. @param display such as `:0` */
async function checkInputMethod(display: string): Promise<Check> {
  const running = await runningMethods(display);
  const composing = running.filter(({ engine }) => engine !== null);
  if (running.length === 0) return ok(inputMethodCheck, 'None is running: keys reach apps as the layout has them.');
  if (composing.length === 0)
    return ok(
      inputMethodCheck,
      `${running.map(({ method }) => method).join(' and ')}: the engine in use is a keyboard layout.`,
    );
  const engines = composing.map(described).join(' and ');
  if (running.length === 1)
    return ok(inputMethodCheck, `${engines} is on. Deskscope types past it, and records what it inserts.`);
  return warning(
    inputMethodCheck,
    `${engines} is on, and ${running.length} input methods run.`,
    'End the one that is not in use.',
  );
}

function described({ method, engine }: RunningMethod): string {
  return `${engine?.name ?? ''} (${method}, ${engine?.id ?? ''})`;
}

/** X.h and keysymdef.h. */
const [shiftMask, controlMask, asynchronous, f9, grabKey] = [1, 4, 1, 0xffc6, 33];

/** Whether the key that halts everything comes through: a remote viewer may keep it back, and another program hold it. */
async function checkHaltKey(display: string): Promise<Check> {
  const name = 'Halt key';
  const viewer = shiftLifter(display);
  if (viewer !== null) {
    const instead = haltKeyThroughViewer(globalKeys.halt) ?? '';
    return warning(
      name,
      `${viewer} lifts Shift before function keys: ${globalKeys.halt} does not come through from its viewers.`,
      `Press ${globalKeys.halt} or ${instead}: while ${viewer} runs, Deskscope takes both. Or start it with -nomodtweak.`,
    );
  }
  if (!(await isHeld(display))) return ok(name, `${globalKeys.halt} is free, or Deskscope’s own.`);
  if (isAppThere())
    return ok(
      name,
      `${globalKeys.halt} is held, as it is while the app runs; its window says where it is not its own.`,
    );
  return warning(
    name,
    `Another program holds ${globalKeys.halt}.`,
    'The app chooses another key and shows it; “Halt key” in its settings names one for good.',
  );
}

/** Whether the key cannot be had: it is asked for by a connection of its own, and given back at once. */
async function isHeld(display: string): Promise<boolean> {
  const x = await XConnection.open(display);
  try {
    const place = (await Keymap.read(x)).find(f9);
    if (!place) return false;
    let held = false;
    x.client.on('error', ({ majorOpcode }) => (held ||= majorOpcode === grabKey));
    x.client.GrabKey(x.root, 0, shiftMask | controlMask, place.keycode, asynchronous, asynchronous);
    await x.sync();
    return held;
  } finally {
    x.close();
  }
}

function isAppThere(): boolean {
  return readdirSync('/proc').some((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/comm`, 'utf8').trim() === processName;
    } catch {
      return false;
    }
  });
}
