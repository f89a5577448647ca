import { contains, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { parseWindowId } from '../../x11/display/ids.ts';
import type { Elsewhere, Painted, PaintSource, Surface, WindowSystem } from '../../window-system.ts';
import type { CompositorWindow } from '../compositor.ts';
import { layoutOf, type Desk, type KnownWindows } from '../desk.ts';
import type { Projection } from '../layout.ts';
import { XPixels, type XSide } from '../xwayland/x-pixels.ts';

/** X window ids have 32 bits, the compositor's more. */
const xIds = 2 ** 32;

/** Wayland for the element provider; X11's facts about XWayland windows are converted to screen coordinates. */
export function waylandWindowSystem(desk: Desk, known: KnownWindows): WindowSystem {
  const { compositor } = desk;
  /** Only if already open: a list with such windows opens it. */
  let x: XSide | null = null;
  const xOf = async (window: WindowInfo) => (isX(window) ? (x = await desk.xSide()) : null);

  const ownPopups = async ({ processId }: WindowInfo) =>
    (await compositor.popups?.())?.filter((popup) => popup.processId === processId);

  /** As if it and its pop-ups were entirely on its output: positions are corrected when elements are reported. */
  const projectionOf = async ({ id, bounds }: WindowInfo): Promise<Projection> => {
    const layout = layoutOf(desk);
    return layout.projectionOf((await known.find(id))?.frame ?? layout.fromScreen(bounds));
  };

  const popupsOf = async (window: WindowInfo): Promise<readonly Rect[]> => {
    const layout = layoutOf(desk);
    const side = await xOf(window);
    const own = await projectionOf(window);
    if (side) {
      const ofX = (await XPixels.of(side, layout)).projection(own);
      return (await side.system.popupsOf(window)).map((place) => layout.toScreen(place, ofX));
    }
    return ((await ownPopups(window)) ?? []).map(({ place }) => layout.toScreen(place, own));
  };

  const onScreen = async (painted: Painted, side: XSide, { frame }: CompositorWindow): Promise<Painted> => {
    const layout = layoutOf(desk);
    const projection = (await XPixels.of(side, layout)).projection(layout.projectionOf(frame));
    const put = (place: Rect) => layout.toScreen(place, projection);
    const { x: left, y: top } = put({ ...painted.origin, width: 0, height: 0 });
    return { ...painted, origin: { x: left, y: top }, areas: painted.areas.map(put) };
  };

  const painting: PaintSource = {
    // Wayland does not report painting: trees of its windows are read again on each lookup.
    async since(id, gone) {
      const painted = parseWindowId(id) < xIds && x ? await x.system.painting.since(id, gone) : null;
      const window = painted && (await known.find(id));
      return painted && window && x ? onScreen(painted, x, window) : null;
    },
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
      const { scale, shift } = (await XPixels.of(side, layout)).projection(await projectionOf(window));
      const inX = { x: Math.floor((at.x + 0.5 - shift.x) / scale), y: Math.floor((at.y + 0.5 - shift.y) / scale) };
      const popup = await side.system.popupAt(window, inX);
      return popup && layout.toScreen(popup, { scale, shift });
    },
    async surfaceOf(window): Promise<Surface | Elsewhere | null> {
      const found = await known.find(window.id);
      if (!found) return null;
      const layout = layoutOf(desk);
      const { unit, scale, shift } = layout.projectionOf(found.frame);
      const side = found.isX ? await xOf(window) : null;
      if (side) {
        const projection = (await XPixels.of(side, layout)).projection({ unit, scale, shift });
        const there = (await side.list()).find(({ id }) => id === found.id);
        // Without a conversion, the X11 engine is used directly.
        if (!there || isPlain(projection)) return null;
        const { bounds, contentBounds } = there;
        return { bounds, contentBounds, ...projection };
      }
      const inUnits = (place: Rect) => divided(place, unit);
      const popups = await ownPopups(window);
      return {
        content: inUnits(found.content),
        buffer: found.buffer && inUnits(found.buffer),
        popups: popups?.map(({ place, buffer }) => ({ place: inUnits(place), buffer: inUnits(buffer) })) ?? 'unknown',
        scale: scale * unit,
        shift,
      };
    },
    publishedBus: async () => (await x?.system.publishedBus()) ?? '',
  };
}

function isX({ id }: WindowInfo): boolean {
  return parseWindowId(id) < xIds;
}

function divided({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x / by, y: y / by, width: width / by, height: height / by };
}

function isPlain({ scale, shift }: Pick<Projection, 'scale' | 'shift'>): boolean {
  return scale === 1 && shift.x === 0 && shift.y === 0;
}
