import { contains, type Point } from '#contract/model/geometry';
import { disposable, DisposableStore, type Disposable } from '../../../../base/async/disposable.ts';
import type { Log } from '../../../../base/log.ts';
import { fromMonotonic, monotonicMs, toMonotonic } from '../../../../base/async/monotonic.ts';
import type { BackendOptions } from '../../../backend.ts';
import type { Compositor, ReportedInput } from '../wayland/compositor.ts';
import { buttonCodes, keyOffset } from '../wayland/input/evdev.ts';
import { eventTimeOf } from '../wayland/input/event-time.ts';
import type { Reporter } from '../wayland/providers/observer.ts';
import type { XPixels, XSide } from '../wayland/xwayland/x-pixels.ts';
import { XConnection } from '../x11/display/connection.ts';
import { eventCode, type DeviceEvent } from '../x11/input/device.ts';
import { buttonNumbers, wheelDown, wheelUp } from '../x11/input/input.ts';
import { KeymapCache, type Keymap } from '../x11/input/keyboard/keymap.ts';
import { recordInput } from '../x11/observe/hook.ts';
import { translated } from '../errors.ts';
import { listMonitors } from '../x11/display/monitors.ts';
import { Painting } from '../x11/display/painting.ts';
import { ServerClock } from '../x11/display/server-clock.ts';
import { xWindowSystem } from '../x11/display/x-window-system.ts';
import { createWindows } from '../x11/windows/provider.ts';

type X11Compositor = Pick<Compositor, 'windows' | 'watch' | 'presses'>;

const codesOfButtons = new Map(
  Object.entries(buttonNumbers).map(([name, number]) => [number, buttonCodes[name as keyof typeof buttonCodes]]),
);

export interface XWaylandOptions {
  readonly log: Log;
  /** Its pixel layout; null if there is none. */
  readonly pixels: () => Promise<Pick<XPixels, 'toLogical'> | null>;
}

/**
 * Input to XWayland apps, as recorded by their server while X windows exist: connecting would start the server. Reconnects
 * after a restart. Buttons and moves only if the compositor does not report them itself.
 */
export function xWaylandInput(
  display: () => Promise<string | undefined>,
  compositor: X11Compositor,
  options: XWaylandOptions,
): Reporter {
  const isWanted = ({ type }: ReportedInput) => !compositor.presses || type === 'key' || type === 'wheel';
  return async (received) => {
    const owned = new DisposableStore();
    let recording: Promise<Disposable | null> | null = null;
    let isOver = false;
    const reading: XReading = {
      reported: (reported) => !isOver && isWanted(reported) && received(reported),
      missed() {
        if (!isOver) received({ type: 'gap', time: monotonicMs() });
      },
      brokenOff() {
        recording = null;
        // Later presses are not received.
        reading.missed();
        void look();
      },
    };
    const open = async () => {
      const opening = display().then((name = '') => record(name, reading, options));
      const opened = await opening.catch((error: unknown) => {
        options.log('warn', 'apps of X tell of no input', error);
        // The next change of windows retries.
        recording = null;
        return null;
      });
      // Connecting takes as long as the server needs to start.
      if (isOver) opened?.dispose();
      return opened;
    };
    const look = async () => {
      const isWorth =
        recording === null && !isOver && (await compositor.windows().catch(() => [])).some(({ isX }) => isX);
      if (isWorth && !isOver) await (recording ??= open());
    };
    owned.add(compositor.watch(() => void look()));
    owned.add(
      disposable(() => {
        isOver = true;
        void recording?.then((opened) => opened?.dispose());
      }),
    );
    await look();
    return owned;
  };
}

interface XReading {
  readonly reported: (reported: ReportedInput) => void;
  /** An unknown press happened. */
  readonly missed: () => void;
  /** Ended by the server. */
  readonly brokenOff: () => void;
}

async function record(
  display: string,
  { reported, missed, brokenOff }: XReading,
  { log, pixels }: XWaylandOptions,
): Promise<Disposable> {
  const x = await XConnection.open(display);
  const keymaps = new KeymapCache(x);
  let places: Awaited<ReturnType<typeof pixels>> = null;
  let last = Promise.resolve();
  const report = async (event: DeviceEvent) => {
    // Outputs rarely change; a pointer moves a thousand times a second.
    if (event.code === eventCode.buttonPress) places = await pixels().catch(() => places);
    const found = toReportedInput(event, await keymaps.get(), places ?? logical);
    if (found) reported(found);
  };
  const event = (each: DeviceEvent) => {
    last = last
      .then(() => report(each))
      .catch((error: unknown) => {
        log('warn', 'an input event was lost', error);
        if (each.code !== eventCode.motion) missed();
      });
  };
  const close = () => {
    keymaps.dispose();
    x.close();
  };
  try {
    places = await pixels();
    const recording = await recordInput(display, machineClock, {
      event,
      brokenOff() {
        close();
        brokenOff();
      },
    });
    return disposable(() => {
      recording.dispose();
      close();
    });
  } catch (error) {
    close();
    throw error;
  }
}

/** XWayland's timestamps use this machine's clock. */
const machineClock = { at: (stamp: number) => fromMonotonic(eventTimeOf(stamp).time) };

const logical: Pick<XPixels, 'toLogical'> = { toLogical: (at) => at };

/** Null for irrelevant events: key releases, other buttons. */
export function toReportedInput(
  event: DeviceEvent,
  keymap: Pick<Keymap, 'keysym'>,
  pixels: Pick<XPixels, 'toLogical'>,
): ReportedInput | null {
  const { code, detail, state: modifiers } = event;
  const time = toMonotonic(event.time);
  const at = pixels.toLogical(event);
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

/**
 * The X11 engine's view of XWayland windows, opened on first use and reopened when XWayland restarts. Queries throw AppError
 * `display_unavailable`.
 */
export function findXSide(
  display: () => Promise<string | undefined>,
  options: Pick<BackendOptions, 'ownProcessIds'>,
): Disposable & { readonly find: () => Promise<XSide> } {
  let current: Promise<XSide & Disposable> | null = null;
  const end = () => {
    const ended = current;
    current = null;
    ended?.then((side) => side.dispose()).catch(() => undefined);
  };
  return {
    async find() {
      current ??= display().then((name = '') => openXSide(name, options, end));
      try {
        return await current;
      } catch (error) {
        current = null;
        throw error;
      }
    },
    dispose: end,
  };
}

async function openXSide(
  display: string,
  { ownProcessIds }: Pick<BackendOptions, 'ownProcessIds'>,
  ended: () => void,
): Promise<XSide & Disposable> {
  const x = await translated(() => XConnection.open(display));
  x.onLost(ended);
  const owned = new DisposableStore();
  const painting = owned.add(new Painting(display));
  const windows = owned.add(createWindows(x, new ServerClock(), ownProcessIds));
  const system = xWindowSystem(x, painting);
  const list = () => windows.list({ all: true, own: true, foreign: true });
  return {
    system,
    list,
    right: async () => Math.max(...(await listMonitors(x)).map(({ bounds }) => bounds.x + bounds.width)),
    async ownerOfPopupAt(point: Point) {
      const owner = (await windows.at?.(point)) ?? null;
      // A managed window at the point belongs to no pop-up: the compositor knows which is on top.
      return owner && !contains(owner.bounds, point) ? owner.id : null;
    },
    icon: (window) => windows.icon(window),
    dispose() {
      owned.dispose();
      x.close();
    },
  };
}
