import { z } from 'zod';
import { disposable } from '../../../../../base/async/disposable.ts';
import type { WindowId } from '#contract/model/windows/window';
import { formatWindowId } from '../../x11/display/ids.ts';
import type { Compositor, CompositorWindow } from '../compositor.ts';
import type { GnomeLink } from './link.ts';

type Windows = Pick<
  Compositor,
  | 'windows'
  | 'activeSince'
  | 'popups'
  | 'over'
  | 'desktops'
  | 'watch'
  | 'act'
  | 'move'
  | 'moveToDesktop'
  | 'showDesktop'
>;

const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** The extension's answer to `list`, topmost first. */
export const listed = z.object({
  activeSince: z.number().nullable(),
  desktops: z.object({ count: z.number(), current: z.number() }),
  windows: z.array(
    z.object({
      id: z.number(),
      x11: z.number(),
      title: z.string(),
      className: z.string(),
      pid: z.number(),
      frame: rect,
      content: rect,
      buffer: rect,
      active: z.boolean(),
      minimized: z.boolean(),
      maximized: z.boolean(),
      fullscreen: z.boolean(),
      above: z.boolean(),
      attention: z.boolean(),
      desktop: z.number().nullable(),
      shown: z.boolean(),
    }),
  ),
  popups: z.array(z.object({ frame: rect, buffer: rect, pid: z.number() })),
  /** Other surfaces over windows, including pop-ups. */
  over: z.array(z.object({ frame: rect, pid: z.number() })),
});
type Listed = z.output<typeof listed>;

/** X ids fit into 32 bits; Mutter's are distinguished by an additional bit. */
const gnomeBit = 2 ** 32;

/** A window with Mutter's id. */
export interface GnomeWindow extends CompositorWindow {
  readonly number: number;
}

/** GNOME's windows, as seen by the extension. */
export function gnomeWindows(link: GnomeLink): Windows {
  const list = () => link.ask('list', {}, listed);
  const numberOf = (window: CompositorWindow) => (window as GnomeWindow).number;
  return {
    windows: async () => (await list()).windows.map(toWindow),
    async activeSince() {
      const { windows, activeSince } = await list();
      const active = windows.find((window) => window.active);
      return active && activeSince !== null ? { window: toWindow(active).id, time: activeSince } : null;
    },
    popups: async () =>
      (await list()).popups.map(({ frame, buffer, pid }) => ({ place: frame, buffer, processId: pid })),
    over: async () => (await list()).over.map(({ frame, pid }) => ({ place: frame, processId: pid })),
    desktops: async () => (await list()).desktops,
    watch: (changed) => disposable(link.onEvent('changed', changed)),
    act: (window, act) => link.notify('act', { id: numberOf(window), act }),
    move: (window, frame) => link.notify('move', { id: numberOf(window), frame: { ...window.frame, ...frame } }),
    moveToDesktop: (window, desktop) => link.notify('desktop', { id: numberOf(window), desktop }),
    showDesktop: (desktop) => link.notify('show', { desktop }),
  };
}

export function toWindow(reported: Listed['windows'][number]): GnomeWindow {
  const { id, x11, pid, minimized, maximized, fullscreen, above, attention, ...rest } = reported;
  return {
    ...rest,
    id: x11 > 0 ? formatWindowId(x11) : (`0x${(gnomeBit + id).toString(16)}` satisfies WindowId),
    number: id,
    isX: x11 > 0,
    processId: pid,
    state: minimized ? 'minimized' : fullscreen ? 'fullscreen' : maximized ? 'maximized' : 'normal',
    alwaysOnTop: above,
    demandsAttention: attention,
  };
}
