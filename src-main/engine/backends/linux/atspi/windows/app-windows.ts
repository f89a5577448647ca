import { createHash } from 'node:crypto';
import { AppError } from '#contract/errors';
import type { WindowAction, WindowId, WindowInfo, WindowState } from '#contract/model/windows/window';
import { disposable, DisposableStore, type Disposable } from '../../../../../base/async/disposable.ts';
import type { WindowProvider } from '../../../../backend.ts';
import { isQuestion } from '../../../../guard/asking.ts';
import { ToolkitsOfProcesses } from '../../processes/toolkits-of-processes.ts';
import { isBusProxy } from '../../processes/sandbox.ts';
import { identifyProcess, programFacts } from '../../processes/window-process.ts';
import { translatedProvider } from '../../errors.ts';
import type { Message } from '../../dbus/message.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import type { Apps } from '../bus/apps.ts';
import type { AccessibilityBus } from '../bus/bus.ts';
import { type Ref, formatRef } from '../vocabulary/ref.ts';
import * as names from '../vocabulary/names.ts';
import { ShownFrames, type ShownFrame } from './shown-frames.ts';

/** Timeout for callers that need a complete list, in milliseconds. */
const listWithinMs = 3_000;

export interface AppWindowSources {
  readonly bus: AccessibilityBus;
  readonly apps: Apps;
  readonly accessibles: Accessibles;
  readonly ownProcessIds: () => ReadonlySet<number>;
  /** Processes whose windows another source reports, and the desktop itself. */
  readonly others: () => Promise<ReadonlySet<number>>;
  /** Null if the apps are the only source. */
  readonly states: KnownStates | null;
}

/** Windows as known to a compositor that does not report positions. */
export interface KnownStates {
  /** Null if several windows have this title. */
  stateOf(title: string): WindowState | null;
  /** @returns whether the request was sent */
  act(title: string, action: WindowAction): Promise<boolean>;
  watch(changed: () => void): Disposable;
}

export interface AppWindows extends WindowProvider, Disposable {
  /** The root element of a window; null if the window is unlisted. */
  rootOf(window: WindowId): Ref | null;
}

/**
 * Windows as reported by their apps, for desktops that report none: title, process and keyboard focus. Position and stacking
 * order are unknown, so their bounds are empty.
 */
export function createAppWindows(sources: AppWindowSources): AppWindows {
  const { bus, apps, accessibles, ownProcessIds, others, states } = sources;
  const owned = new DisposableStore();
  const frames = new ShownFrames(apps, accessibles);
  const listeners = new Set<() => void>();
  const announce = () => {
    for (const listener of listeners) listener();
  };
  const toolkits = new ToolkitsOfProcesses(announce);
  let known: ReadonlyMap<WindowId, ShownFrame> = new Map();
  const isKnown = (name: string, path: string) => known.has(frameId({ bus: name, path }));
  owned.add(
    bus.onSignal((message) => {
      frames.received(message.sender);
      if (announcesWindows(message, isKnown)) announce();
    }),
  );
  if (states) owned.add(states.watch(announce));
  const read = async (): Promise<ReadonlyMap<WindowId, ShownFrame>> => {
    const left = await others();
    const shown = await frames.read((processId) => !left.has(processId), AbortSignal.timeout(listWithinMs));
    // Stacking is unknown: the focused window is likely to be on top.
    const inOrder = [...shown].sort((a, b) => Number(b.isActive) - Number(a.isActive));
    known = new Map(inOrder.map((frame) => [frameId(frame.ref), frame]));
    return known;
  };

  const listed = async (): Promise<readonly WindowInfo[]> => {
    const all = [...(await read())];
    const own = ownProcessIds();
    await toolkits.learn(all.map(([, { processId }]) => processId));
    const active = onlyActive(all);
    return all.map(([id, frame]) => {
      const info = toInfo(id, frame, toolkits.of(frame.processId));
      const state = states?.stateOf(frame.title) ?? info.state;
      return { ...info, state, active: id === active, ...(own.has(frame.processId) && { own: true as const }) };
    });
  };

  /** One query if the focused window is unchanged. */
  const active = async (): Promise<WindowId | null> => {
    const signal = AbortSignal.timeout(listWithinMs);
    const last = onlyActive([...known]);
    const frame = last && known.get(last);
    return frame && (await frames.isActive(frame, signal)) ? last : onlyActive([...(await read())]);
  };

  const refuse = (what: string): never => {
    throw new AppError('unsupported_platform', `This desktop does not let programs ${what}.`, {
      hint: 'Do it by hand, or act on elements inside of the window by their patterns.',
      delivery: 'not_delivered',
    });
  };

  const asking = translatedProvider({
    async list({ own, foreign }: Parameters<WindowProvider['list']>[0]) {
      return (await listed()).filter((window) => (own || !window.own) && (foreign || !window.foreign));
    },

    async at() {
      const [any] = (await read()).values();
      if (!any) return null;
      throw new AppError('unsupported_platform', 'This desktop does not report which window is at a point.', {
        hint: 'Act on elements by their patterns (invoke, set a value, select), or press keys.',
        delivery: 'not_delivered',
      });
    },

    active,

    /** If no window reports the focus, an unknown one has it. */
    async keyReceiver() {
      const window = await active();
      const frame = window === null ? null : known.get(window);
      if (!frame) return { window: null, app: '', title: '', className: '', held: false };
      const { title, appName, processId } = frame;
      return { window, title, className: appName, app: identifyProcess({ served: processId }).app, held: false };
    },

    asking: async () => (await listed()).find(isQuestion)?.id ?? null,
    icon: () => Promise.resolve(null),
    desktops: () => Promise.resolve({ count: 1, current: 0 }),

    async act(...[id, action]: Parameters<WindowProvider['act']>) {
      const frame = (await read()).get(id);
      if (!frame) throw new AppError('window_not_found', `The window ${id} is gone.`);
      if (action === 'focus' && (await active()) === id) return;
      if (await states?.act(frame.title, action)) return;
      refuse(action === 'focus' ? 'bring a window to the front' : 'close, minimise or resize windows');
    },
    move: () => refuse('move windows'),
    moveToDesktop: () => refuse('move windows to another desktop'),
    showDesktop: () => refuse('show another desktop'),
  });

  return {
    ...asking,
    watch(changed) {
      listeners.add(changed);
      // Events are received from the first query on.
      read().catch(() => undefined);
      return disposable(() => listeners.delete(changed));
    },
    rootOf: (window) => known.get(window)?.ref ?? null,
    dispose: () => owned.dispose(),
  };
}

/** Two windows that both report the focus cannot both be right. */
function onlyActive(frames: readonly (readonly [WindowId, ShownFrame])[]): WindowId | null {
  const [first, ...others] = frames.filter(([, frame]) => frame.isActive);
  return first && others.length === 0 ? first[0] : null;
}

const nowhere = { x: 0, y: 0, width: 0, height: 0 };

function toInfo(id: WindowId, frame: ShownFrame, toolkit: string): WindowInfo {
  const process = identifyProcess({ served: frame.processId });
  const { processId, foreign, own } = process;
  // A proxy represents one sandboxed app; Flatpak’s proxy names it.
  const isProxy = isBusProxy(processId);
  const isNamed = process.executable !== '';
  const app = isProxy && !isNamed ? `${process.app} ${processId}` : process.app;
  return {
    id,
    title: frame.title,
    className: frame.appName,
    app,
    processId,
    ...(isProxy ? isNamed && { executable: process.executable } : programFacts(process)),
    bounds: nowhere,
    contentBounds: nowhere,
    state: frame.isMinimized ? 'minimized' : 'normal',
    active: frame.isActive,
    monitor: 0,
    desktop: null,
    kind: frame.isDialog ? 'dialog' : 'normal',
    toolkit,
    alwaysOnTop: false,
    demandsAttention: false,
    owner: null,
    resizable: true,
    ...(frame.isModal && { modal: true }),
    ...(foreign && { foreign: true }),
    ...(own && { own: true }),
  };
}

/** Above X ids, which have 32 bits, and exact as JavaScript numbers. */
const idBit = 2 ** 48;

/** Stable in every process for the window's lifetime: these windows have no native id. */
function frameId(ref: Ref): WindowId {
  const hash = createHash('sha256').update(formatRef(ref)).digest().readUIntBE(0, 6);
  return `0x${(idBit + hash).toString(16)}`;
}

const windowStates = new Set<unknown>(['active', 'iconified', 'showing', 'defunct']);

/**
 * Whether an event may be about a window that opened, closed or changed: a hint for owners of a window list.
 * @param isKnown whether that is a window in the list
 */
function announcesWindows(message: Message, isKnown: (bus: string, path: string) => boolean): boolean {
  const { interface: face, member, path, sender } = message;
  if (face === names.windowEvents) return true;
  if (face === names.bus) return member === 'NameOwnerChanged';
  if (face !== names.objectEvents) return false;
  if (member === 'ChildrenChanged') return path === names.rootPath;
  if (!isKnown(sender, path)) return false;
  const [what] = message.body();
  return member === 'PropertyChange' ? what === 'accessible-name' : member === 'StateChanged' && windowStates.has(what);
}
