import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import type { Size } from '#contract/model/geometry';
import { end } from '../../../../testing/programs.ts';
import { EffectFiles } from '../../wayland/kwin/effect-files.ts';
import { FakeInput } from '../../wayland/kwin/fake-input.ts';
import { buttonCodes } from '../../wayland/input/evdev.ts';
import { socketPath, WaylandConnection } from '../../wayland/wire/connection.ts';
import { LayoutKeys } from '../../wayland/xkb/layout-keys.ts';
import { fixed } from '../../wayland/wire/message.ts';
import { pipeWire } from '../portal-services.ts';
import { until } from '../apps/target-app.ts';
import { outputOf } from '../x-display.ts';
import { clickBy, type Devices } from '../people/person.ts';

const program = '/usr/bin/kwin_wayland';

/** Large, so it is optional. */
export const hasKWin = existsSync(program);

/** Whether systemd collects logs here: in containers it seldom does. */
export const hasJournal = existsSync('/run/systemd/journal/socket');

export interface KWinSession {
  /** The environment for programs on it, as Wayland apps if their toolkit supports that. */
  readonly env: NodeJS.ProcessEnv;
  /** Kills KWin, and starts another at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface KWinOptions {
  /** Default: one at scale 1. */
  readonly outputs?: readonly KWinOutput[];
  /** Size of each output in pixels; 1280 × 800 by default. */
  readonly size?: Size;
  /** With XWayland, at this scale: that of the finest output, if Plasma’s settings leave scaling to apps. */
  readonly xScale?: number;
  /** Otherwise it grants no program input or screenshots. */
  readonly granted?: boolean;
  /** With PipeWire, which portals need for pictures and screen positions. */
  readonly portals?: boolean;
  /** Knows the recording effect by name, as if KWin had been running for a while. */
  readonly knowsEffect?: boolean;
  /** Logs to the machine's journal, as in Plasma; otherwise to a file. */
  readonly journal?: boolean;
}

/**
 * A headless KWin with its own session bus. Runs as the user that is granted input: it cannot identify other users' programs.
 */
export async function startKWin({
  outputs = [],
  size: { width, height } = { width: 1280, height: 800 },
  xScale,
  granted: isGranted = true,
  portals = false,
  knowsEffect = false,
  journal = false,
}: KWinOptions = {}): Promise<KWinSession> {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-kwin-'));
  const address = `unix:path=${join(folder, 'bus')}`;
  const { DISPLAY: _, XAUTHORITY: __, AT_SPI_BUS_ADDRESS: ___, ...rest } = process.env;
  const env: NodeJS.ProcessEnv = {
    ...rest,
    XDG_RUNTIME_DIR: folder,
    DBUS_SESSION_BUS_ADDRESS: address,
    WAYLAND_DISPLAY: join(folder, 'wayland'),
    XDG_CURRENT_DESKTOP: 'KDE',
    // The folder for effects that a program of the session installs.
    XDG_DATA_HOME: join(folder, 'data'),
    DESKSCOPE_KWIN_LOG: journal ? undefined : join(folder, 'log'),
    XDG_SESSION_TYPE: 'wayland',
    GDK_BACKEND: 'wayland',
    QT_QPA_PLATFORM: 'wayland',
  };
  const children: ChildProcess[] = [];
  const log = openSync(join(folder, 'log'), 'a');
  const start = (command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const child = spawn(command, [...args], {
      env: { ...env, HOME: folder, ...more },
      stdio: ['ignore', 'ignore', log],
    });
    children.push(child);
    return child;
  };
  const close = async () => {
    for (const child of children.reverse()) await end(child);
    closeSync(log);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    start('dbus-daemon', ['--session', '--nofork', `--address=${address}`]);
    await until(() => Promise.resolve(existsSync(join(folder, 'bus'))));
    // A copy has none of the file's capabilities, with which containers refuse to start it.
    const own = join(folder, 'kwin_wayland');
    copyFileSync(program, own);
    chmodSync(own, 0o755);
    // Screenshots need OpenGL, here without a GPU.
    const kwin = {
      QT_QPA_PLATFORM: undefined,
      WAYLAND_DISPLAY: undefined,
      KWIN_COMPOSE: 'O2',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Otherwise it has no effects without a GPU.
      KWIN_EFFECTS_FORCE_ANIMATIONS: '1',
    };
    const granted = isGranted && {
      KWIN_WAYLAND_NO_PERMISSION_CHECKS: '1',
      KWIN_SCREENSHOT_NO_PERMISSION_CHECKS: '1',
    };
    if (portals) for (const program of pipeWire) start(program, []);
    const size = ['--width', String(width), '--height', String(height), '--output-count', String(outputs.length || 1)];
    // Newer versions report outputs by a differently named protocol, and take one scale for all.
    const [only, ...others] = outputs;
    const scale = only && others.length === 0 ? ['--scale', String(only.scale)] : [];
    const args = ['--virtual', ...size, ...scale, '--socket', join(folder, 'wayland'), '--no-lockscreen'];
    const reported = join(folder, 'x-display');
    if (xScale !== undefined) {
      mkdirSync(join(folder, '.config'));
      writeFileSync(join(folder, '.config/kwinrc'), `[Xwayland]\nScale=${xScale}\n`);
      // It starts an app once there is an X server.
      args.push('--xwayland', `sh -c 'echo "$DISPLAY $XAUTHORITY" > ${reported}'`);
    }
    const effect = knowsEffect ? new EffectFiles(env['XDG_DATA_HOME']) : null;
    effect?.enter();
    const answers = (...call: readonly string[]) =>
      outputOf('dbus-send', ['--session', '--print-reply', '--dest=org.kde.KWin', ...call], env);
    // Its last service to start: screenshots, if available. KWin 6 has none without a GPU.
    const isReady = async () => {
      const has = await answers('/Effects', 'org.kde.kwin.Effects.isEffectSupported', 'string:screenshot');
      if (has.includes('true'))
        await answers('/org/kde/KWin/ScreenShot2', 'org.freedesktop.DBus.Introspectable.Introspect');
    };
    let compositor: ChildProcess | undefined;
    const restart = async () => {
      if (compositor) await end(compositor);
      writeFileSync(reported, '');
      const [command = own, ...words] = [...(journal ? ['systemd-cat'] : []), own, ...args];
      compositor = start(command, words, { ...kwin, ...granted });
      await until(() =>
        isReady().then(
          () => true,
          () => false,
        ),
      );
      if (outputs.length > 1) await arrange(join(folder, 'wayland'), outputs);
      if (xScale !== undefined) await until(() => Promise.resolve(readFileSync(reported, 'utf8').includes('\n')));
    };
    await restart();
    effect?.leave();
    if (xScale === undefined) return { env: { ...env, DISPLAY: undefined }, restart, close };
    const [display = '', authority = ''] = readFileSync(reported, 'utf8').trim().split(' ');
    return { env: { ...env, DISPLAY: display, XAUTHORITY: authority }, restart, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The input that KWin accepts from any permitted program, over a separate connection. */
export async function kwinDevices(display: string): Promise<Devices> {
  const path = socketPath(display);
  const connection = await WaylandConnection.open(path);
  const input = new FakeInput(connection, await LayoutKeys.open(path, () => Promise.resolve(0)));
  const key = (code: number, down: boolean) => input.key(code, down);
  return {
    move: (to) => input.move(to),
    click: (heldMs) => clickBy((down) => input.button(buttonCodes.left, down), heldMs),
    key,
    tap: (code) => Promise.all([key(code, true), key(code, false)]),
    close: () => connection.close(),
  };
}

/** https://wayland.app/protocols/kde-output-management-v2 */
const manager = { face: 'kde_output_management_v2', version: 2, createConfiguration: 0 } as const;

const device = { face: 'kde_output_device_v2', version: 2 } as const;

const configuration = { position: 3, scale: 4, apply: 5, applied: 0 } as const;

interface KWinOutput {
  readonly scale: number;
  /** Its position, in logical pixels. */
  readonly x: number;
}

/** Positions KWin's outputs like the user does in the settings. @throws CompositorLost */
async function arrange(socket: string, outputs: readonly KWinOutput[]): Promise<void> {
  const connection = await WaylandConnection.open(socket);
  try {
    const devices = connection
      .globals(device.face)
      .map((global) => connection.bind(device.face, device.version, () => undefined, global));
    await connection.sync();
    const managing = connection.bind(manager.face, manager.version);
    await connection.wait<undefined>((done, failed) => {
      const wanted = connection.create((opcode) =>
        opcode === configuration.applied ? done(undefined) : failed(new Error('KWin does not place its outputs so.')),
      );
      connection.send(managing, manager.createConfiguration, wanted);
      for (const [i, { scale, x }] of outputs.entries()) {
        connection.send(wanted, configuration.position, devices[i] ?? 0, x, 0);
        connection.send(wanted, configuration.scale, devices[i] ?? 0, fixed(scale));
      }
      connection.send(wanted, configuration.apply);
    });
  } finally {
    connection.close();
  }
}
