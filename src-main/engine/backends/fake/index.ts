import type { Capabilities } from '#contract/model/engine';
import type { KeyReceiver } from '#contract/model/key-receiver';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { Backend, BackendOptions, InputProvider, WindowProvider } from '../../backend.ts';
import { isQuestion } from '../../guard/asking.ts';
import { apps, startedApps } from './apps/index.ts';
import { FakeDesktop } from './desktop.ts';
import { FakeDevices } from './devices.ts';
import { createElementProvider } from './element-provider.ts';
import { Faults, parseFaults } from './faults.ts';
import { openMenu } from './keyboard.ts';
import { drawPointer, drawScreen, drawWindow } from './picture.ts';
import type { FakeWindow } from './window.ts';
import { actOnWindow } from './window-acts.ts';

/** A back end with a scriptable desktop: `desktop` stands for other programs, `devices` for the user. */
export interface FakeBackend extends Backend {
  readonly desktop: FakeDesktop;
  readonly devices: FakeDevices;
  readonly faults: Faults;
}

export interface FakeOptions extends Partial<BackendOptions> {
  readonly capabilities?: Partial<Capabilities>;
  /** In the format of `DESKSCOPE_FAKE_FAULT`; see {@link parseFaults}. */
  readonly faults?: string;
}

const everything: Capabilities = {
  windows: true,
  windowEvents: true,
  elements: true,
  input: true,
  capture: true,
  highlight: true,
  inputHook: true,
  grab: true,
};

export function createFakeBackend(options: FakeOptions = {}): FakeBackend {
  const desktop = new FakeDesktop(apps);
  const devices = new FakeDevices(desktop);
  const faults = options.faults ? parseFaults(options.faults) : new Faults();
  const capabilities = { ...everything, ...options.capabilities };
  for (const app of startedApps) desktop.start(app);
  const programs = { start: async (command: string) => Promise.resolve(desktop.start(command).processId) };
  return {
    name: 'fake',
    capabilities,
    desktop,
    devices,
    faults,
    programs,
    windows: createWindowProvider(desktop, faults, options.ownProcessIds ?? (() => new Set())),
    elements: createElementProvider(desktop, faults, devices),
    input: createInputProvider(desktop, devices, faults),
    capture: {
      async screen(region) {
        await faults.strike('capture');
        return drawScreen(desktop, region);
      },
      async window(info) {
        await faults.strike('capture', () => desktop.close(desktop.window(info.id)));
        return { pixels: await drawWindow(desktop.window(info.id)), bounds: info.bounds, note: '' };
      },
      async cursor() {
        await faults.strike('capture');
        return { pixels: await drawPointer(), at: devices.pointer };
      },
    },
    highlight: {
      async show(boxes) {
        if (await faults.strike('highlight')) desktop.highlight = boxes;
      },
    },
    observer: {
      async listen(listener) {
        await faults.strike('listen');
        return devices.listen(listener);
      },
      async grab(listener) {
        await faults.strike('grab');
        return devices.grab(listener);
      },
    },
    runsTerminal: (processId) => Promise.resolve(runsTerminal(desktop, processId)),
    monitors: () => Promise.resolve(desktop.monitors),
    desktopAsks: () => desktop.asks,
    async diagnose() {
      await faults.strike('diagnose');
      return [{ name: 'Desktop', status: 'ok', detail: 'The scripted desktop runs.', fix: '' }];
    },
    close: () => release(devices),
  };
}

function createWindowProvider(
  desktop: FakeDesktop,
  faults: Faults,
  ownProcessIds: () => ReadonlySet<number>,
): WindowProvider {
  const vanish = (id: WindowId) => () => desktop.close(desktop.window(id));
  return {
    async list({ all, everyDesktop, own, foreign }) {
      await faults.strike('list');
      const infos: WindowInfo[] = desktop.windows
        .filter((window) => (all || everyDesktop || desktop.isHere(window)) && (foreign || !window.spec.foreign))
        .map((window) => window.info(window === desktop.active, desktop.monitors));
      return own ? infos : infos.filter((info) => !info.own && !ownProcessIds().has(info.processId));
    },
    active: () => Promise.resolve(desktop.active?.id ?? null),
    activeSince: () => Promise.resolve(desktop.activeSince),
    keyReceiver: () => Promise.resolve(keyReceiver(desktop)),
    asking: () => {
      const asks = (window: FakeWindow) => isQuestion({ title: window.title, ...(window.spec.own && { own: true }) });
      return Promise.resolve(desktop.windows.find(asks)?.id ?? null);
    },
    watch: (changed) => desktop.watch(changed),
    icon: () => Promise.resolve(null),
    desktops: () => Promise.resolve(desktop.desktops),
    async act(id, action) {
      if (await faults.strike('act', vanish(id))) actOnWindow(desktop, desktop.window(id), action);
    },
    async move(id, bounds) {
      if (await faults.strike('move', vanish(id))) desktop.move(desktop.window(id), bounds);
    },
    async moveToDesktop(id, to) {
      if (!(await faults.strike('move', vanish(id)))) return;
      desktop.window(id).desktop = to;
      desktop.changed();
    },
    async showDesktop(to) {
      if (await faults.strike('move')) desktop.showDesktop(to);
    },
  };
}

function keyReceiver({ active, keyHolder }: FakeDesktop): KeyReceiver | null {
  const window = keyHolder ?? active;
  if (!window) return null;
  const { id, title, spec } = window;
  // An open menu has grabbed the keyboard.
  const held = keyHolder !== null || openMenu(window) !== null;
  return { window: id, app: spec.app, title, className: spec.className, held };
}

function runsTerminal({ windows }: FakeDesktop, processId: number): boolean {
  return windows.some((window) => window.processId === processId && window.spec.terminal === true);
}

function createInputProvider(desktop: FakeDesktop, devices: FakeDevices, faults: Faults): InputProvider {
  let sentAt: number | null = null;
  const when = async (act: () => void) => {
    sentAt = Date.now();
    if (await faults.strike('input')) devices.byEngine(act);
  };
  return {
    get unsure() {
      return devices.loses.size > 0;
    },
    uptake: async (_, { timeoutMs }) =>
      (await faults.strike('uptake')) && (await devices.handled(timeoutMs)) ? 'taken' : 'busy',
    pointer: () => Promise.resolve(devices.pointer),
    sentAgo: () => Promise.resolve(sentAt === null ? null : Date.now() - sentAt),
    async move(to) {
      sentAt = Date.now();
      // The desktop owns the pointer, so unresponsive apps do not block it.
      await faults.strike('input');
      devices.byEngine(() => devices.move(to));
    },
    button: (button, down) => when(() => devices.button(button, down)),
    reportsPointer: true,
    desktopKeys: (chords) => Promise.resolve(chords.filter((chord) => desktop.shortcuts.has(chord))),
    async pressAt(button, at) {
      const receives = await faults.strike('input');
      if (devices.personHoldsButtons.size > 0) return null;
      sentAt = Date.now();
      devices.byEngine(() => {
        // If the pointer is already there, no move event is sent.
        if (devices.pointer.x !== at.x || devices.pointer.y !== at.y) devices.move(at);
        if (receives) devices.button(button, true);
      });
      return (receives ? devices.pressedAt : null) ?? at;
    },
    async release(button, at) {
      const before = devices.pointer;
      await when(() => {
        if (before.x !== at.x || before.y !== at.y) devices.move(at);
        devices.button(button, false);
      });
      return before;
    },
    heldButtons: () => Promise.resolve([...devices.personHoldsButtons]),
    wheel: (axis, notches) => when(() => devices.wheel(axis, notches)),
    untilFree: (signal) => devices.untilFree(signal),
    async press(keys, hold) {
      await when(() => devices.key(keys));
      if (hold) await devices.hold(keys, hold);
    },
    modifier: (modifier, down) => when(() => devices.modifier(modifier, down)),
    async type(text, { signal, beforeKey }) {
      for (const [typed, char] of Array.from(text.replace(/\r\n?/g, '\n')).entries()) {
        await beforeKey(typed);
        if (signal.aborted) return;
        await when(() => devices.character(char));
      }
    },
    releaseAll: () => release(devices),
  };
}

function release(devices: FakeDevices): Promise<void> {
  devices.byEngine(() => devices.releaseAll());
  return Promise.resolve();
}
