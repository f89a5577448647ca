import { withDeadline } from '../../../../base/deadline.ts';
import { once } from '../../../../base/once.ts';
import { DisposableStore } from '../../../../base/disposable.ts';
import type { AppError } from '#contract/errors';
import type { Capabilities } from '#contract/model/engine';
import type { Backend, BackendOptions, InputObserver } from '../../../backend.ts';
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
import { openAccessibility } from './accessibility.ts';
import { findCompositor, unheardWhat } from './find-compositor.ts';
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
  let isLost = false;
  for (const each of [connection, compositor]) {
    each.onLost?.((error) => {
      if (!isLost) lost?.(compositorLost(error));
      isLost = true;
    });
  }
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

function observerOf(compositor: Compositor): InputObserver {
  return {
    listen: () => Promise.reject(unheard(compositor)),
    grab: (listener) => compositor.grab?.(listener) ?? Promise.reject(unheard(compositor)),
  };
}

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
