import { readFileSync, readdirSync } from 'node:fs';
import type { Check } from '#contract/model/engine';
import { globalKeys, haltKeyThroughViewer } from '#contract/model/recordings/global-keys';
import { word } from '#contract/foreign-text';
import { formatRect } from '#contract/model/geometry';
import { processName } from '../../../../base/processes/announce-process.ts';
import { examine, type Examination, ok, warning, failed } from '../../../doctor/examine.ts';
import { XConnection } from '../x11/display/connection.ts';
import { translateError } from '../errors.ts';
import { unseenOn } from '../x11/display/xwayland.ts';
import { runningMethods, type RunningMethod } from '../key-filters/input-method.ts';
import { shiftLifter } from '../processes/remote-viewer.ts';
import { Keymap } from '../x11/input/keyboard/keymap.ts';
import { hasCompositor, type Extensions } from '../x11/display/extensions.ts';
import { listMonitors } from '../x11/display/monitors.ts';
import { readNumbers, readText } from '../x11/display/properties.ts';
import type { Compositor } from '../wayland/compositor.ts';
import { layoutOf, type Desk } from '../wayland/desk.ts';
import { everySession, type ExaminedSession } from './every-session.ts';
import { checkKeyDelays, keyDelays } from './key-delays.ts';
import { readKeyDelays } from '../x11/display/key-delays.ts';

/** The dependencies of the doctor. */
export interface ExaminedDesktop extends ExaminedSession {
  readonly x: XConnection;
  /** Such as `:0`. */
  readonly display: string;
}

/**
 * What works here, what does not, and how to fix it. Runs all checks concurrently, so that the slowest determines the duration.
 */
export async function diagnose(examined: ExaminedDesktop): Promise<readonly Check[]> {
  const { x, display } = examined;
  const examinations: readonly Examination[] = [
    { name: 'Session type', look: () => checkSession(x) },
    { name: 'Display', look: () => checkDisplay(x, display) },
    { name: 'Window manager', look: () => checkWindowManager(x) },
    { name: 'Extensions', look: () => checkExtensions(x) },
    { name: 'Pictures of windows', look: () => checkPictures(x) },
    { name: 'Halt key', look: () => checkHaltKey(display) },
    { name: 'Input method', look: () => checkInputMethod(display) },
    { name: keyDelays, look: () => lookAtKeyDelays(x) },
    ...everySession(examined),
  ];
  return (await Promise.all(examinations.map((each) => examine(each, translateError)))).flat();
}

/** Whether all apps of the session are on our display. */
async function checkSession(x: XConnection): Promise<Check> {
  const name = 'Session type';
  const unseen = await unseenOn(x);
  if (unseen) return warning(name, unseen.message, unseen.fix);
  const inWayland = Boolean(process.env['WAYLAND_DISPLAY']) || process.env['XDG_SESSION_TYPE'] === 'wayland';
  return ok(name, `X11${inWayland ? ', within a Wayland session' : ''}: all apps on this display are seen and driven.`);
}

const inputMethodCheck = 'Input method';

/** The running input method, and its key-consuming engine. @param display such as `:0` */
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

async function lookAtKeyDelays(x: XConnection): Promise<readonly Check[]> {
  const delays = await readKeyDelays(x);
  return delays ? [checkKeyDelays(delays)] : [];
}

/** X.h and keysymdef.h. */
const [shiftMask, controlMask, asynchronous, f9, grabKey] = [1, 4, 1, 0xffc6, 33];

/** Whether the emergency-stop key arrives: a remote viewer may keep it, or another program may have grabbed it. */
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

/** Whether the key cannot be grabbed: tries on a separate connection, and releases the key at once. */
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

async function checkDisplay(x: XConnection, display: string): Promise<Check> {
  const monitors = await listMonitors(x);
  const places = monitors.map((monitor) => `${monitor.name} (${formatRect(monitor.bounds)})`).join('; ');
  return ok('Display', `${display}: ${places}`);
}

/** The EWMH features that the back end needs. */
const needed = [
  '_NET_CLIENT_LIST_STACKING',
  '_NET_ACTIVE_WINDOW',
  '_NET_WM_STATE',
  '_NET_CLOSE_WINDOW',
  '_NET_MOVERESIZE_WINDOW',
  '_NET_FRAME_EXTENTS',
];

async function checkWindowManager(x: XConnection): Promise<Check> {
  const name = 'Window manager';
  const [check] = await readNumbers(x, x.root, '_NET_SUPPORTING_WM_CHECK');
  if (!check) {
    const fix = 'Start one, e.g. `openbox &`.';
    return failed(name, 'None that follows EWMH runs: windows cannot be focused or moved.', fix);
  }
  const supported = new Set(await readNumbers(x, x.root, '_NET_SUPPORTED', 1 << 14));
  const atoms = await Promise.all(needed.map((atom) => x.atom(atom)));
  const missing = needed.filter((_, i) => !supported.has(atoms[i] ?? 0));
  const title = await readText(x, check, '_NET_WM_NAME').catch(() => '');
  if (missing.length === 0) return ok(name, title === '' ? 'It follows EWMH.' : word(title));
  return warning(
    name,
    `${title === '' ? 'It' : word(title)} lacks ${missing.join(', ')}.`,
    'Some window actions will not work with it.',
  );
}

const extensions: readonly { readonly id: keyof Extensions; readonly name: string; readonly without: string }[] = [
  { id: 'xtest', name: 'XTEST', without: 'Mouse and keyboard cannot be driven.' },
  { id: 'record', name: 'RECORD', without: 'Input cannot be observed, so nothing can be recorded.' },
  { id: 'shape', name: 'SHAPE', without: 'Elements cannot be outlined.' },
];

async function checkExtensions(x: XConnection): Promise<readonly Check[]> {
  return Promise.all(
    extensions.map(async ({ id, name, without }) =>
      (await x.extension(id))
        ? ok(`Extension ${name}`, 'It is there.')
        : failed(`Extension ${name}`, without, `Start the X server with \`+extension ${name}\`.`),
    ),
  );
}

async function checkPictures(x: XConnection): Promise<Check> {
  const name = 'Pictures of windows';
  if (await hasCompositor(x)) return ok(name, 'A compositor keeps covered windows whole.');
  if (await x.extension('composite')) return ok(name, 'The Composite extension keeps covered windows whole.');
  return warning(
    name,
    'Without the Composite extension, only what can be seen of a window is in its picture.',
    'Start the X server with `+extension Composite`.',
  );
}

interface ExaminedWayland extends ExaminedSession {
  readonly desk: Pick<Desk, 'outputs'> & {
    readonly compositor: Pick<Compositor, 'name' | 'lacks'> & { windows(): Promise<readonly unknown[]> };
  };
}

type ExaminedDesk = ExaminedWayland['desk'];

/** Like `diagnose` on X11: what works in this session, what does not, and how to fix it. */
export async function diagnoseWayland(examined: ExaminedWayland): Promise<readonly Check[]> {
  const { desk } = examined;
  const examinations: readonly Examination[] = [
    { name: 'Session type', look: () => checkCompositor(desk) },
    { name: 'Display', look: () => Promise.resolve(checkOutputs(desk)) },
    { name: 'What the compositor lacks', look: () => Promise.resolve(checkLacks(desk)) },
    { name: 'XWayland', look: () => Promise.resolve(checkXWayland()) },
    ...everySession(examined),
  ];
  return (await Promise.all(examinations.map((each) => examine(each, translateError)))).flat();
}

async function checkCompositor({ compositor }: ExaminedDesk): Promise<Check> {
  const windows = await compositor.windows();
  return ok('Session type', `Wayland, ${compositor.name}: it reports ${windows.length} windows.`);
}

/** Also reports logical pixels where they differ: apps and the compositor's own tools use them. */
function checkOutputs(desk: ExaminedDesk): Check {
  const places = layoutOf(desk).outputs.map(({ name, bounds, logical, scale }) => {
    const scaled = scale === 1 ? '' : `, at scale ${scale} of ${formatRect(logical)}`;
    return `${name} (${formatRect(bounds)}${scaled})`;
  });
  return ok('Display', places.join('; '));
}

function checkLacks({ compositor }: ExaminedDesk): readonly Check[] {
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
