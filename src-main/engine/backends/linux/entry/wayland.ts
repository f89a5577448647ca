import { withDeadline } from '../../../../base/deadline.ts';
import { once } from '../../../../base/once.ts';
import { DisposableStore } from '../../../../base/disposable.ts';
import type { AppError } from '#contract/errors';
import type { Capabilities } from '#contract/model/engine';
import type { Backend, BackendOptions, InputObserver } from '../../../backend.ts';
import { sessionBusAddress } from '../atspi/bus/bus-address.ts';
import { diagnoseWayland } from '../doctor/diagnose-wayland.ts';
import { compositorLost, translated } from '../errors.ts';
import { startOf } from '../processes/process-start.ts';
import { runsTerminal } from '../processes/terminal-owner.ts';
import { translatedProvider } from '../translated-provider.ts';
import { cannot, noRecording, type Compositor } from '../wayland/compositor.ts';
import { KnownWindows, layoutOf, type Desk } from '../wayland/desk.ts';
import { createCapture } from '../wayland/providers/capture.ts';
import { createInput } from '../wayland/providers/input.ts';
import { waylandWindowSystem } from '../wayland/providers/window-system.ts';
import { createWindows } from '../wayland/providers/windows.ts';
import { SentMark } from '../wayland/sent-mark.ts';
import { isKWin, openKWin } from '../wayland/kwin/kwin.ts';
import { openSway } from '../wayland/sway/sway.ts';
import { WaylandConnection, socketPath } from '../wayland/wire/connection.ts';
import { Outputs } from '../wayland/wire/outputs.ts';
import { openClipboard } from '../wayland/wlroots/clipboard.ts';
import { openDevices, openLayers } from '../wayland/wlroots/devices.ts';
import { openAccessibility } from './accessibility.ts';
import { openXSide } from './x-side.ts';

/** How long a compositor may take to say who it is and what it can, in milliseconds. */
const answerMs = 30_000;

/**
 * Linux with Wayland and AT-SPI; null where the compositor is none that Deskscope knows.
 * @throws AppError `display_unavailable`
 */
export async function createWaylandBackend(options: BackendOptions): Promise<Backend | null> {
  const found = await translated(() => withDeadline({ timeoutMs: answerMs, what: 'The compositor' }, findCompositor));
  if (!found) return null;
  const { connection, outputs, compositor } = found;
  const { log, lost, ownProcessIds } = options;
  connection.onLost((error) => lost?.(compositorLost(error)));
  const owned = new DisposableStore();
  const display = process.env['DISPLAY'];
  const xSide = once(async () => (display ? owned.add(await openXSide(display, options)) : null));
  const desk: Desk = { compositor, outputs, xSide };
  const known = new KnownWindows(desk);
  const windows = owned.add(createWindows(desk, known, ownProcessIds));
  const system = waylandWindowSystem(desk, known);
  const { elements, apps } = owned.add(openAccessibility(system, windows, log));
  const input = createInput(desk, new SentMark(), async () => {
    const target = (await windows.list({ all: true, own: true, foreign: true })).find(({ active }) => active);
    return {
      toolkit: target?.toolkit ?? '',
      isTerminal: target !== undefined && (await runsTerminal(target.processId)),
    };
  });
  const monitors = () => Promise.resolve(layoutOf(desk).monitors());

  return {
    name: 'wayland',
    capabilities: capabilitiesOf(compositor),
    windows,
    elements,
    input: { ...translatedProvider(input), unsure: true },
    capture: translatedProvider(createCapture(desk, known, system.painting)),
    highlight: translatedProvider({ show: async (boxes) => compositor.outline?.show(boxes) }),
    observer: translatedProvider(observerOf(compositor)),
    runsTerminal,
    startOf,
    monitors,
    diagnose: () => diagnoseWayland({ desk, system, apps, windows }),
    async close() {
      await input.releaseAll().catch((error: unknown) => log('warn', 'keys and buttons were not released', error));
      owned.dispose();
      await compositor.close();
    },
  };
}

interface Found {
  readonly connection: WaylandConnection;
  readonly outputs: Outputs;
  readonly compositor: Compositor;
}

/** Whose session this is. @throws CompositorLost */
async function findCompositor(): Promise<Found | null> {
  const path = socketPath(process.env['WAYLAND_DISPLAY'] ?? '');
  const sway = process.env['SWAYSOCK'];
  if (!sway && !(await isKWin(path))) return null;
  const connection = await WaylandConnection.open(path);
  const outputs = await Outputs.open(connection);
  const own = sway
    ? await openWithDevices(connection, outputs, sway)
    : await openKWin(connection, outputs, { path, address: sessionBusAddress() });
  const layers = openLayers(connection, outputs);
  const { clipboard, ...lazy } = openClipboard(connection, path);
  const compositor: Compositor = {
    ...own,
    ...layers,
    ...(clipboard && { clipboard }),
    lacks: [...own.lacks, ...layers.lacks, ...lazy.lacks],
    async close() {
      layers.outline?.close();
      lazy.close();
      await own.close();
      connection.close();
    },
  };
  return { connection, outputs, compositor };
}

async function openWithDevices(connection: WaylandConnection, outputs: Outputs, socket: string): Promise<Compositor> {
  const sway = await openSway(socket);
  const devices = openDevices(connection, outputs);
  const lacks = [...sway.lacks, { ...noRecording, why: `${sway.name} ${unheardWhat}.` }, ...devices.lacks];
  return { ...devices, ...sway, lacks, close: () => Promise.resolve() };
}

function observerOf(compositor: Compositor): InputObserver {
  return {
    listen: () => Promise.reject(unheard(compositor)),
    grab: (listener) => compositor.grab?.(listener) ?? Promise.reject(unheard(compositor)),
  };
}

const unheardWhat = 'lets no one hear what a person presses';

function unheard(compositor: Compositor): AppError {
  return cannot(compositor, unheardWhat, noRecording.instead);
}

function capabilitiesOf({ pointer, keys, pictures, outline, grab }: Compositor): Capabilities {
  return {
    windows: true,
    windowEvents: true,
    elements: true,
    input: pointer !== undefined && keys !== undefined,
    capture: pictures !== undefined,
    highlight: outline !== undefined,
    inputHook: false,
    grab: grab !== undefined,
  };
}
