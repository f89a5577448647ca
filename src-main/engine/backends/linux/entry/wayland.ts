import { readFile, stat } from 'node:fs/promises';
import type { Capabilities } from '#contract/model/engine';
import { monotonicMs } from '../../../../base/async/monotonic.ts';
import { withDeadline } from '../../../../base/async/deadline.ts';
import { DisposableStore } from '../../../../base/async/disposable.ts';
import type { Backend, BackendOptions } from '../../../backend.ts';
import { descendantsOf } from '../../../../base/processes/descendants.ts';
import type { AppKey } from '../atspi/app-keys.ts';
import { diagnoseWayland } from '../doctor/diagnose.ts';
import { compositorLost, translated, translatedProvider } from '../errors.ts';
import { startOf } from '../processes/process-start.ts';
import { runsTerminal } from '../processes/terminal-owner.ts';
import { inputUnreportedBy, type Compositor, type ReportedKey } from '../wayland/compositor.ts';
import { KnownWindows, layoutOf, type Desk } from '../wayland/desk.ts';
import { acrossOutputs } from '../wayland/providers/across-outputs.ts';
import { createCapture } from '../wayland/providers/capture.ts';
import { createInput } from '../wayland/providers/input.ts';
import { createObserver, type Reporter } from '../wayland/providers/observer.ts';
import { keyOffset } from '../wayland/input/evdev.ts';
import { eventTimeOf } from '../wayland/input/event-time.ts';
import { waylandWindowSystem } from '../wayland/providers/window-system.ts';
import { createWindows } from '../wayland/providers/windows.ts';
import { SentMark, SentPresses } from '../wayland/input/sent-presses.ts';
import { XPixels } from '../wayland/xwayland/x-pixels.ts';
import { openAccessibility } from './accessibility.ts';
import { withoutConsent } from './consent.ts';
import { findCompositor } from './find-compositor.ts';
import { xWaylandInput, findXSide } from './x-input.ts';

/** Timeout for a compositor to identify itself and its features, in milliseconds. */
const answerMs = 30_000;

/**
 * Linux with Wayland and AT-SPI; null for an unknown compositor.
 * @throws AppError `display_unavailable`
 */
export async function createWaylandBackend(options: BackendOptions): Promise<Backend | null> {
  const found = await translated(() => withDeadline({ timeoutMs: answerMs, what: 'The compositor' }, findCompositor));
  if (!found) return null;
  const { connection, outputs, compositor } = found;
  const { log, lost, ownProcessIds } = options;
  let isLost = false;
  for (const each of [connection, compositor]) {
    each.onLost?.((error) => {
      if (!isLost) lost?.(compositorLost(error));
      isLost = true;
    });
  }
  const owned = new DisposableStore();
  const display = xDisplay(connection.peer?.processId);
  const hasX = (await display()) !== undefined;
  const side = hasX ? owned.add(findXSide(display, options)) : null;
  const xSide = async () => (side ? side.find() : null);
  const desk: Desk = { compositor, outputs, xSide };
  const known = new KnownWindows(desk);
  const windows = owned.add(createWindows(desk, known, ownProcessIds));
  const system = waylandWindowSystem(desk, known);
  const accessibility = owned.add(openAccessibility(system, windows, log));
  const { elements, apps, listenToKeys } = accessibility;
  const sent = new SentPresses();
  const input = createInput(desk, { mark: new SentMark(), presses: sent }, async () => {
    const target = (await windows.list({ all: true, own: true, foreign: true })).find(({ active }) => active);
    return {
      toolkit: target?.toolkit ?? '',
      isTerminal: target !== undefined && (await runsTerminal(target.processId)),
    };
  });
  const pixels = async () => {
    const x = await xSide();
    return x && XPixels.of(x, layoutOf(desk));
  };
  const xWayland = hasX ? xWaylandInput(display, compositor, { log, pixels }) : null;
  const appKeys: Reporter = (received) =>
    listenToKeys(
      (key) => received(ofApp(key)),
      () => received({ type: 'gap', time: monotonicMs() }),
    );
  const monitors = () => Promise.resolve(layoutOf(desk).monitors());

  return {
    name: 'wayland',
    capabilities: capabilitiesOf(compositor, xWayland !== null),
    windows: withoutConsent(windows, accessibility),
    elements: translatedProvider(acrossOutputs(elements, desk, known)),
    input: { ...translatedProvider(input), unsure: true },
    capture: translatedProvider(createCapture(desk, known, system.painting)),
    highlight: translatedProvider({ show: async (boxes) => compositor.outline?.show(boxes) }),
    observer: translatedProvider(createObserver(desk, { sent, appKeys, xWayland, log })),
    runsTerminal,
    startOf,
    monitors,
    desktopAsks: () => compositor.isAsking?.() ?? false,
    diagnose: () => diagnoseWayland({ desk, system, apps, windows }),
    async close() {
      await input.releaseAll().catch((error: unknown) => log('warn', 'keys and buttons were not released', error));
      owned.dispose();
      await compositor.close();
    },
  };
}

/**
 * The current display of X apps, also set in this process's environment: X clients read the authority file from there.
 * Undefined without XWayland.
 */
function xDisplay(compositor: number | undefined): () => Promise<string | undefined> {
  return async () => {
    const found = compositor === undefined ? null : await findXWayland(compositor);
    if (found) process.env['DISPLAY'] = found.display;
    if (found?.authority !== undefined) process.env['XAUTHORITY'] = found.authority;
    return process.env['DISPLAY'] || undefined;
  };
}

/** Apps report keys as received from the compositor, with a keycode as on X11. */
function ofApp({ code, time, ...key }: AppKey): ReportedKey {
  return { type: 'key', code: code - keyOffset, ...eventTimeOf(time), ...key };
}

function capabilitiesOf(compositor: Compositor, hasX: boolean): Capabilities {
  const { pointer, keys, pictures, outline, grab, presses } = compositor;
  return {
    windows: true,
    windowEvents: true,
    elements: true,
    input: pointer !== undefined && keys !== undefined,
    capture: pictures !== undefined,
    highlight: outline !== undefined,
    inputHook: presses !== undefined || hasX,
    grab: grab !== undefined,
    unreported: presses?.unreported ?? inputUnreportedBy(compositor),
  };
}

interface XAddress {
  readonly display: string;
  /** The authority file; undefined if none is needed or it was set in another way. */
  readonly authority: string | undefined;
}

/**
 * The display of the XWayland started by a compositor, from its command line: a restarted compositor may have another display
 * and authority than this process's environment. Null if it has no XWayland child: sway starts it elsewhere.
 * @param compositor its process id
 */
async function findXWayland(compositor: number): Promise<XAddress | null> {
  for (const id of descendantsOf(compositor)) {
    if (!(await isOurs(id))) continue;
    const words = await commandOf(id);
    const display = words.find((word) => /^:\d+$/.test(word));
    if (!/(^|\/)Xwayland$/.test(words[0] ?? '') || display === undefined || !words.includes('-rootless')) continue;
    const at = words.indexOf('-auth');
    return { display, authority: at < 0 ? undefined : words[at + 1] };
  }
  return null;
}

async function isOurs(processId: number): Promise<boolean> {
  const found = await stat(`/proc/${processId}`).catch(() => null);
  return found?.uid === process.getuid?.();
}

async function commandOf(processId: number): Promise<readonly string[]> {
  const line = await readFile(`/proc/${processId}/cmdline`, 'utf8').catch(() => '');
  return line.split('\0');
}
