import { monitorOf } from '#contract/model/engine';
import type { Rect } from '#contract/model/geometry';
import type { WindowInfo, WindowState } from '#contract/model/windows/window';
import type { XConnection } from '../display/connection.ts';
import { formatWindowId } from '../display/ids.ts';
import type { DesktopState } from './live-windows.ts';
import type { WindowFacts } from './window-facts.ts';
import { programFacts } from '../../processes/window-process.ts';
import type { WindowRecord } from './window-record.ts';

/** EWMH: the number of no desktop in particular. */
export const onAllDesktops = 0xffffffff;

/** Atoms of window states and kinds. */
export interface WindowVocabulary {
  readonly state: Readonly<Record<StateName, number>>;
  readonly kinds: ReadonlyMap<number, string>;
}

const stateNames = [
  'HIDDEN',
  'FULLSCREEN',
  'MAXIMIZED_VERT',
  'MAXIMIZED_HORZ',
  'ABOVE',
  'DEMANDS_ATTENTION',
  'MODAL',
] as const;
type StateName = (typeof stateNames)[number];

const kindNames = [
  'NORMAL',
  'DIALOG',
  'UTILITY',
  'MENU',
  'TOOLBAR',
  'SPLASH',
  'DOCK',
  'DESKTOP',
  'DROPDOWN_MENU',
  'POPUP_MENU',
  'TOOLTIP',
  'NOTIFICATION',
  'COMBO',
  'DND',
];

export async function readVocabulary(x: XConnection): Promise<WindowVocabulary> {
  const [states, kinds] = await Promise.all([
    Promise.all(stateNames.map(async (name) => [name, await x.atom(`_NET_WM_STATE_${name}`)] as const)),
    Promise.all(kindNames.map(async (name) => [await x.atom(`_NET_WM_WINDOW_TYPE_${name}`), spoken(name)] as const)),
  ]);
  return { state: Object.fromEntries(states) as Record<StateName, number>, kinds: new Map(kinds) };
}

function spoken(kind: string): string {
  return kind.toLowerCase().replaceAll('_', '-');
}

/** The engine's description of a window. @param toolkit of its process, empty if unknown */
export function toWindowInfo(
  record: WindowRecord,
  { root, monitors }: DesktopState,
  words: WindowVocabulary,
  toolkit: string,
): WindowInfo {
  const { facts } = record;
  const places = placesOf(record);
  return {
    id: formatWindowId(record.id),
    title: facts.title || facts.oldTitle,
    className: facts.className,
    app: record.process.app,
    processId: record.process.processId,
    ...programFacts(record.process),
    toolkit,
    ...places,
    state: stateOf(facts, words),
    // Some managers keep announcing a window on a hidden desktop.
    active: record.id === root.active && isOn(root.currentDesktop, facts.desktop),
    monitor: monitorOf(monitors, places.bounds),
    desktop: facts.desktop === onAllDesktops ? null : facts.desktop,
    kind: kindOf(facts, words),
    alwaysOnTop: facts.states.has(words.state.ABOVE),
    demandsAttention: facts.urgent || facts.states.has(words.state.DEMANDS_ATTENTION),
    // A dialog for the root window belongs to all windows of its app.
    owner: [0, root.window].includes(facts.transientFor) ? null : formatWindowId(facts.transientFor),
    ...(facts.states.has(words.state.MODAL) && { modal: true }),
    resizable: facts.resizable,
    ...(record.process.foreign && { foreign: true }),
    ...(record.process.own && { own: true }),
  };
}

function isOn(shown: number | null, desktop: WindowRecord['facts']['desktop']): boolean {
  return shown === null || desktop === null || desktop === onAllDesktops || desktop === shown;
}

/** With and without the frame. Clients that draw their own frame and shadow report the width of the shadow. */
export function placesOf({ place, borderWidth, facts }: WindowRecord): {
  readonly bounds: Rect;
  readonly contentBounds: Rect;
} {
  const contentBounds = grow(place ?? nowhere, facts.shadowExtents, -1);
  const border = [borderWidth, borderWidth, borderWidth, borderWidth];
  return { contentBounds, bounds: grow(grow(contentBounds, border, 1), facts.frameExtents, 1) };
}

const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** @param extents left, right, top, bottom, as EWMH orders them */
function grow(rect: Rect, extents: readonly number[], sign: 1 | -1): Rect {
  const [left = 0, right = 0, top = 0, bottom = 0] = extents.map((extent) => extent * sign);
  return {
    x: rect.x - left,
    y: rect.y - top,
    width: Math.max(0, rect.width + left + right),
    height: Math.max(0, rect.height + top + bottom),
  };
}

function stateOf({ states }: WindowFacts, { state }: WindowVocabulary): WindowState {
  if (states.has(state.HIDDEN)) return 'minimized';
  if (states.has(state.FULLSCREEN)) return 'fullscreen';
  return states.has(state.MAXIMIZED_VERT) && states.has(state.MAXIMIZED_HORZ) ? 'maximized' : 'normal';
}

/** The client lists types in order of preference; unknown ones are skipped. */
function kindOf({ types, transientFor }: WindowFacts, { kinds }: WindowVocabulary): string {
  const known = types.map((type) => kinds.get(type)).find((kind) => kind !== undefined);
  return known ?? (transientFor === 0 ? 'normal' : 'dialog');
}
