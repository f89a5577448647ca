import { withDeadline } from '../../../../base/async/deadline.ts';
import { DisposableStore } from '../../../../base/async/disposable.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Unseen } from '#contract/model/engine';
import type { Backend, BackendOptions } from '../../../backend.ts';
import { sessionBusAddress } from '../atspi/bus/bus-address.ts';
import { diagnoseWayland } from '../doctor/diagnose.ts';
import { compositorLost, translated, translatedProvider } from '../errors.ts';
import { startOf } from '../processes/process-start.ts';
import { runsTerminal } from '../processes/terminal-owner.ts';
import { identifyProcess } from '../processes/window-process.ts';
import type { WindowSystem } from '../window-system.ts';
import { moreOfWayland } from '../x11/display/xwayland.ts';
import { cannot, noRecording, type Compositor, type Lack } from '../wayland/compositor.ts';
import { layoutOf } from '../wayland/desk.ts';
import { screenOf } from '../wayland/providers/capture.ts';
import { createInput } from '../wayland/providers/input.ts';
import { SentMark, SentPresses } from '../wayland/input/sent-presses.ts';
import { socketPath, WaylandConnection } from '../wayland/wire/connection.ts';
import { Outputs } from '../wayland/wire/outputs.ts';
import { openClipboard } from '../wayland/wlroots/data-control.ts';
import { openPortals } from '../wayland/portals/portals.ts';
import { openKeysAndPictures } from '../wayland/wlroots/devices.ts';
import { Toplevels } from '../wayland/wlroots/toplevels.ts';
import { openAppWindows } from './app-windows.ts';
import { withoutConsent } from './consent.ts';

/** Timeout for a compositor to report its features, in milliseconds. */
const answerMs = 10_000;

export interface ByAppsOptions extends BackendOptions {
  /** Processes whose windows another source reports. */
  readonly others: () => Promise<ReadonlySet<number>>;
}

/**
 * A Wayland session whose compositor does not report windows: those reported by apps, their elements and patterns, and keys and
 * screenshots as far as available.
 * @throws AppError `display_unavailable`
 */
export async function createByAppsBackend(options: ByAppsOptions): Promise<Backend> {
  const path = socketPath(process.env['WAYLAND_DISPLAY'] ?? '');
  const { connection, outputs, states } = await translated(() =>
    withDeadline({ timeoutMs: answerMs, what: 'The compositor' }, async () => {
      const opened = await WaylandConnection.open(path);
      return { connection: opened, outputs: await Outputs.open(opened), states: await Toplevels.open(opened) };
    }),
  );
  const { log, lost, ownProcessIds } = options;
  connection.onLost((error) => lost?.(compositorLost(error)));
  const processId = connection.peer?.processId ?? 0;
  const others = async () => new Set([...(await options.others()), processId]);
  const owned = new DisposableStore();
  const opened = owned.add(openAppWindows(nowhere, { ownProcessIds, others, states, log }));
  const { windows, elements, apps } = opened;
  const name = identifyProcess({ served: processId }).app || 'The compositor';
  const devices = await translated(() => openDevices(connection, outputs, path));
  const compositor = { name, ...devices };
  const desk = { compositor, outputs };
  const input = createInput(desk, { mark: new SentMark(), presses: new SentPresses() }, async () => {
    const active = await windows.active();
    const target = (await windows.list({ all: true, own: true, foreign: true })).find(({ id }) => id === active);
    return { toolkit: target?.toolkit ?? '', isTerminal: !!target && (await runsTerminal(target.processId)) };
  });
  const unreported = () =>
    Promise.reject(cannot(compositor, 'lets no one hear what a person presses', noRecording.instead));

  return {
    name: 'wayland',
    capabilities: {
      windows: true,
      windowEvents: true,
      elements: true,
      input: devices.keys !== undefined,
      capture: devices.pictures !== undefined,
      highlight: false,
      inputHook: false,
      grab: false,
    },
    windows: withoutConsent(windows, opened),
    elements,
    input: { ...translatedProvider(input), unsure: true },
    capture: translatedProvider({
      screen: screenOf(desk),
      window: ({ title }) => Promise.reject(noPlace(name, title)),
      cursor: () => Promise.resolve(null),
    }),
    highlight: { show: () => Promise.resolve() },
    observer: { listen: unreported, grab: unreported },
    runsTerminal,
    startOf,
    monitors: () => Promise.resolve(layoutOf(desk).monitors()),
    desktopAsks: () => devices.isAsking(),
    unseen: () => Promise.resolve(unseenOf(name)),
    diagnose: () =>
      diagnoseWayland({
        desk: {
          compositor: {
            name,
            windows: () => windows.list({ all: true }),
            lacks: [...lacksOf(name, states !== null), ...devices.lacks],
          },
          outputs,
        },
        system: nowhere,
        apps,
        windows,
      }),
    async close() {
      await input.releaseAll().catch((error: unknown) => log('warn', 'keys were not released', error));
      await devices.close();
      owned.dispose();
      connection.close();
    },
  };
}

/** Windows reported only by their apps have no known position. */
const nowhere: WindowSystem = {
  popupsOf: () => Promise.resolve([]),
  popupAt: () => Promise.resolve(null),
  surfaceOf: () => Promise.resolve(null),
  publishedBus: () => Promise.resolve(''),
  painting: { since: () => Promise.resolve(null), stamp: () => null, forget: () => undefined },
};

interface Devices extends Pick<Compositor, 'keys' | 'pictures' | 'clipboard' | 'lacks'> {
  isAsking(): boolean;
  close(): Promise<void>;
}

/**
 * Through protocols if the compositor has them, else through desktop portals. No pointer: the window under it would be unknown.
 */
async function openDevices(connection: WaylandConnection, outputs: Outputs, path: string): Promise<Devices> {
  const { keys, pictures } = openKeysAndPictures(connection, outputs);
  const { clipboard, ...lazy } = openClipboard(connection, path);
  const portals =
    keys && pictures
      ? null
      : await openPortals({ connection, outputs, path, address: sessionBusAddress(), withPointer: false });
  const [allKeys, allPictures] = [keys ?? portals?.keys, pictures ?? portals?.pictures];
  return {
    ...(allKeys && { keys: allKeys }),
    ...(allPictures && { pictures: allPictures }),
    ...(clipboard && { clipboard }),
    lacks: [...(portals?.lacks ?? []), ...(clipboard ? [] : [noClipboard])],
    isAsking: () => portals?.isAsking() ?? false,
    async close() {
      lazy.close();
      await portals?.close();
    },
  };
}

const noClipboard: Lack = {
  name: 'Clipboard',
  why: 'No clipboard is available here, so characters missing from the keyboard layout cannot be typed.',
  instead: 'Set the value of a field.',
};

function lacksOf(name: string, hasStates: boolean): readonly Lack[] {
  const reported = 'Windows that apps report themselves are listed, without positions';
  return [
    {
      name: 'Windows',
      why: hasStates
        ? `${name} reports states of windows, and no positions. ${reported}; they can be focused, minimised, maximised and closed, not moved.`
        : `${name} reports no windows to Deskscope. ${reported}.`,
      instead: moreOfWayland(),
    },
    {
      name: 'Mouse',
      why: 'What is under the pointer is unknown, so nothing is pressed there.',
      instead: 'Act on elements by their patterns (invoke, set a value, select), or press keys.',
    },
    { ...noRecording, why: `${name} does not report a person’s input.` },
  ];
}

function unseenOf(name: string): Unseen {
  return {
    message: `${name} reports no windows. Those that Wayland apps report are listed, without positions.`,
    fix: moreOfWayland(),
  };
}

function noPlace(name: string, title: string): AppError {
  return new AppError(
    'unsupported_platform',
    `${name} does not report the position of ${quoted(title)}, so it has no picture.`,
    {
      hint: 'Take a picture of the screen.',
    },
  );
}
