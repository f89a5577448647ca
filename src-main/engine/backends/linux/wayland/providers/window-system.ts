import { contains, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import { parseWindowId } from '../../x11/display/ids.ts';
import type { PaintSource, Surface, WindowSystem } from '../../window-system.ts';
import { layoutOf, type Desk, type KnownWindows } from '../desk.ts';
import type { Projection } from '../layout.ts';
import type { XSide } from '../x-side.ts';

/** Ids of X windows have 32 bits, those of the compositor more. */
const xIds = 2 ** 32;

/** Wayland as the rooms of elements see it; what X11 says of windows that come through XWayland is put into its places. */
export function waylandWindowSystem(desk: Desk, known: KnownWindows): WindowSystem {
  const { compositor } = desk;
  /** Those already there: only a list with such windows opens it. */
  let x: XSide | null = null;
  const xOf = async (window: WindowInfo) => (isX(window) ? (x = await desk.xSide()) : null);

  const ownPopups = async ({ processId }: WindowInfo) =>
    (await compositor.popups?.())?.filter((popup) => popup.processId === processId);

  const popupsOf = async (window: WindowInfo): Promise<readonly Rect[]> => {
    const layout = layoutOf(desk);
    const side = await xOf(window);
    if (side) return (await side.system.popupsOf(window)).map((place) => layout.toScreen(place));
    return ((await ownPopups(window)) ?? []).map(({ place }) => layout.toScreen(place));
  };

  const painting: PaintSource = {
    // Wayland tells no one what was painted: trees of its windows are read anew with each look.
    since: async (id, gone) => (parseWindowId(id) < xIds ? ((await x?.system.painting.since(id, gone)) ?? null) : null),
    stamp: (id) => x?.system.painting.stamp(id) ?? null,
    forget: (id) => x?.system.painting.forget(id),
  };

  return {
    painting,
    popupsOf,
    async popupAt(window, at) {
      const side = await xOf(window);
      if (!side) return (await popupsOf(window)).find((place) => contains(place, at)) ?? null;
      const layout = layoutOf(desk);
      const { x: left, y: top } = layout.toLogical(at);
      const popup = await side.system.popupAt(window, { x: Math.floor(left), y: Math.floor(top) });
      return popup && layout.toScreen(popup);
    },
    async surfaceOf(window): Promise<Surface | null> {
      const found = await known.find(window.id);
      if (!found) return null;
      const projection = layoutOf(desk).projectionOf(found.frame);
      // On such an output the X11 engine is right as it is.
      if (found.isX && isPlain(projection)) return null;
      const { content, isX: ofX } = found;
      const buffer = ofX ? content : found.buffer;
      const popups = ofX ? 'placed' : ((await ownPopups(window)) ?? 'untold');
      return { content, buffer, popups, ...projection };
    },
    publishedBus: async () => (await x?.system.publishedBus()) ?? '',
  };
}

function isX({ id }: WindowInfo): boolean {
  return parseWindowId(id) < xIds;
}

function isPlain({ scale, shift }: Projection): boolean {
  return scale === 1 && shift.x === 0 && shift.y === 0;
}
