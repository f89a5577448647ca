import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { end } from '../../../../testing/programs.ts';
import { keysymOfCharacter } from '../../x11/input/keyboard/keys.ts';
import { buttonCodes, modifierCodes } from '../../wayland/input/evdev.ts';
import { socketPath, WaylandConnection } from '../../wayland/wire/connection.ts';
import { Outputs } from '../../wayland/wire/outputs.ts';
import { VirtualKeyboard } from '../../wayland/wlroots/keyboard.ts';
import { VirtualPointer } from '../../wayland/wlroots/pointer.ts';
import { until } from '../apps/target-app.ts';
import { asNobody, letIn } from './headless.ts';
import { clickBy, keyCodes, letterOf, type Devices } from '../people/person.ts';

export interface SwaySession {
  /** The environment for programs on it, as Wayland apps if their toolkit supports that. */
  readonly env: NodeJS.ProcessEnv;
  /** Kills sway, and starts another at the same address, except for its own socket, which has another name. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface SwayOutput {
  readonly scale: number;
  /** Position of its corner, in logical pixels. */
  readonly at: string;
}

/** A headless sway with outputs of these sizes in pixels. Its windows float, as elsewhere. */
export async function startSway(
  outputs: readonly SwayOutput[] = [{ scale: 1, at: '0 0' }],
  size = '1280x800',
): Promise<SwaySession> {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-sway-'));
  const ready = join(folder, 'ready');
  const config = join(folder, 'config');
  writeFileSync(
    config,
    [
      ...outputs.map(({ scale, at }, i) => `output HEADLESS-${i + 1} resolution ${size} position ${at} scale ${scale}`),
      // Otherwise it exits with its last client, and so do admitted clients.
      'xwayland force',
      'seat seat0 fallback true',
      'set $mod Ctrl+Mod1',
      'bindsym $mod+k nop',
      'bindsym --locked F9 nop',
      'mode "m" {\n  bindsym Alt+7 nop\n}',
      'default_border normal',
      'for_window [app_id=".*"] floating enable',
      'for_window [class=".*"] floating enable',
      `exec sh -c '${letIn}echo "$DISPLAY $WAYLAND_DISPLAY $SWAYSOCK" > ${ready}'`,
    ].join('\n'),
  );
  const own = asNobody(folder, [config], ['sway', '-c', config]);
  const compositorEnv = { ...own.env, SWAYSOCK: undefined, WLR_HEADLESS_OUTPUTS: String(outputs.length) };
  let sway: ChildProcess | undefined;
  const restart = async () => {
    if (sway) await end(sway);
    rmSync(ready, { force: true });
    sway = spawn(own.program, own.args, { env: compositorEnv, stdio: 'ignore' });
    await until(() => Promise.resolve(existsSync(ready) && readFileSync(ready, 'utf8').includes('\n')));
  };
  const close = async () => {
    if (sway) await end(sway);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await restart();
    const [display = '', wayland = '', socket = ''] = readFileSync(ready, 'utf8').trim().split(' ');
    const env = {
      ...process.env,
      XAUTHORITY: undefined,
      DISPLAY: display,
      SWAYSOCK: socket,
      WAYLAND_DISPLAY: join(folder, wayland),
      GDK_BACKEND: 'wayland',
      QT_QPA_PLATFORM: 'wayland',
      XDG_SESSION_TYPE: 'wayland',
    };
    return { env, restart, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Same without the IPC socket that reports windows: an unknown compositor. */
export async function startUnidentified(): Promise<SwaySession & { readonly door: string }> {
  const sway = await startSway();
  const { SWAYSOCK: found = '', ...env } = sway.env;
  const door = `${found}.hidden`;
  renameSync(found, door);
  return { ...sway, env: { ...env, SWAYSOCK: undefined }, door };
}

const named: ReadonlyMap<number, number> = new Map([[keyCodes.tab, 0xff09]]);

/** The virtual devices that sway lets any program create. Their keyboard has its own keymap with a key for each letter. */
export async function swayDevices(display: string): Promise<Devices> {
  const connection = await WaylandConnection.open(socketPath(display));
  const outputs = await Outputs.open(connection);
  const seat = connection.bind('wl_seat', 1);
  const pointer = new VirtualPointer(connection, seat, outputs);
  const keyboard = new VirtualKeyboard(connection, seat);
  let isCapital = false;
  const key = async (code: number, down: boolean) => {
    if (code === keyCodes.shift) {
      isCapital = down;
      return;
    }
    const letter = letterOf(code);
    const keysym = named.get(code) ?? keysymOfCharacter(isCapital ? letter.toUpperCase() : letter);
    const place = (await keyboard.find([keysym])).get(keysym);
    if (!place) return;
    if (place.shift) await keyboard.key(modifierCodes.shift, down);
    await keyboard.key(place.code, down);
  };
  return {
    move: (to) => pointer.move(to),
    click: (heldMs) => clickBy((down) => pointer.button(buttonCodes.left, down), heldMs),
    key,
    tap: async (code) => {
      await key(code, true);
      await key(code, false);
    },
    close: () => connection.close(),
  };
}
