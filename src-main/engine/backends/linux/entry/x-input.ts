import { disposable, DisposableStore, type Disposable } from '../../../../base/disposable.ts';
import type { Log } from '../../../../base/log.ts';
import { monotonicMs } from '../../../../base/monotonic.ts';
import type { Compositor, Told } from '../wayland/compositor.ts';
import { buttonCodes, keyOffset } from '../wayland/evdev.ts';
import type { Teller } from '../wayland/providers/observer.ts';
import { XConnection } from '../x11/display/connection.ts';
import { ServerClock } from '../x11/display/server-clock.ts';
import { eventCode, type DeviceEvent } from '../x11/input/device-event.ts';
import { buttonNumbers, wheelDown, wheelUp } from '../x11/input/input.ts';
import { KeymapCache, type Keymap } from '../x11/input/keymap.ts';
import { recordInput } from '../x11/observe/hook.ts';

type X11Compositor = Pick<Compositor, 'windows' | 'watch' | 'presses'>;

const codesOfButtons = new Map(
  Object.entries(buttonNumbers).map(([name, number]) => [number, buttonCodes[name as keyof typeof buttonCodes]]),
);

/**
 * What goes to apps that come through XWayland, as their server records it, once there is a window of one: to ask for it starts
 * the server. Buttons and moves only where the compositor tells of none itself.
 */
export function xWaylandInput(display: string, compositor: X11Compositor, log: Log): Teller {
  const isWanted = ({ type }: Told) => !compositor.presses || type === 'key' || type === 'wheel';
  return async (heard) => {
    const owned = new DisposableStore();
    let opening: Promise<void> | null = null;
    let isOver = false;
    owned.add(disposable(() => (isOver = true)));
    const open = async () => {
      const recording = await record(display, log, (told) => {
        if (!isOver && isWanted(told)) heard(told);
      });
      // To open it takes as long as its server needs to start.
      if (isOver) recording.dispose();
      else owned.add(recording);
    };
    const look = async () => {
      if (opening || !(await compositor.windows()).some(({ isX }) => isX) || isOver) return;
      opening ??= open().catch((error: unknown) => log('warn', 'apps of X tell of no input', error));
      await opening;
    };
    owned.add(compositor.watch(() => void look().catch(() => undefined)));
    await look();
    return owned;
  };
}

async function record(display: string, log: Log, heard: (told: Told) => void): Promise<Disposable> {
  const x = await XConnection.open(display);
  const keymaps = new KeymapCache(x);
  let last = Promise.resolve();
  const event = (each: DeviceEvent) => {
    last = last
      .then(async () => toTold(each, await keymaps.get()))
      .then((told) => told && heard(told))
      .catch((error: unknown) => log('warn', 'an input event was lost', error)) as Promise<void>;
  };
  const close = () => {
    keymaps.dispose();
    x.close();
  };
  // What is pressed from then on is not heard.
  const brokenOff = () => heard({ type: 'gap', time: monotonicMs() });
  try {
    const recording = await recordInput(display, new ServerClock(), { event, brokenOff });
    return disposable(() => {
      recording.dispose();
      close();
    });
  } catch (error) {
    close();
    throw error;
  }
}

/** Its pixels are the compositor's logical ones. Null for what says nothing: releases of keys, other buttons. */
export function toTold(event: DeviceEvent, keymap: Pick<Keymap, 'keysym'>): Told | null {
  const { code, detail, state: modifiers, x, y } = event;
  const time = monotonicMs() - (performance.now() - event.time);
  const at = { x, y };
  if (code === eventCode.motion) return { type: 'move', at, time };
  if (code === eventCode.keyPress)
    return { type: 'key', keysym: keymap.keysym(detail, modifiers), code: detail - keyOffset, modifiers, time };
  if (code !== eventCode.buttonPress && code !== eventCode.buttonRelease) return null;
  const down = code === eventCode.buttonPress;
  if (detail === wheelUp || detail === wheelDown)
    return down ? { type: 'wheel', at, notches: detail === wheelUp ? 1 : -1, time } : null;
  const button = codesOfButtons.get(detail);
  return button === undefined ? null : { type: 'button', at, code: button, down, modifiers, time };
}
