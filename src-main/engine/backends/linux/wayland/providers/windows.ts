import { disposable, DisposableStore, type Disposable } from '../../../../../base/async/disposable.ts';
import { fromMonotonic } from '../../../../../base/async/monotonic.ts';
import { AppError } from '#contract/errors';
import { monitorOf } from '#contract/model/engine';
import { contains, intersect, type Point, type Rect } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { WindowProvider } from '../../../../backend.ts';
import { isQuestion } from '../../../../guard/asking.ts';
import { ToolkitsOfProcesses } from '../../processes/toolkits-of-processes.ts';
import { identifyProcess, programFacts, type WindowProcess } from '../../processes/window-process.ts';
import { translatedProvider } from '../../errors.ts';
import type { CompositorWindow } from '../compositor.ts';
import { layoutOf, type Desk, type KnownWindows } from '../desk.ts';
import type { Layout } from '../layout.ts';
import { XPixels } from '../xwayland/x-pixels.ts';

interface Listed {
  readonly window: CompositorWindow;
  readonly process: WindowProcess;
  readonly info: WindowInfo;
}

/** X11's facts about a window that the compositor lacks. */
type XFacts = Pick<WindowInfo, 'processId' | 'kind' | 'owner' | 'modal' | 'resizable' | 'className'>;

/** A combined list of Wayland and XWayland windows, in the compositor's order. */
export function createWindows(
  desk: Desk,
  known: KnownWindows,
  ownProcessIds: () => ReadonlySet<number>,
): WindowProvider & Disposable {
  const { compositor } = desk;
  const owned = new DisposableStore();
  const listeners = new Set<() => void>();
  const announce = () => {
    for (const listener of listeners) listener();
  };
  const toolkits = new ToolkitsOfProcesses(announce);
  owned.add(compositor.watch(announce));

  const listed = async (): Promise<readonly Listed[]> => {
    const windows = await known.all();
    const facts = windows.some(({ isX }) => isX) ? await xFacts(desk) : new Map<WindowId, XFacts>();
    const layout = layoutOf(desk);
    const own = ownProcessIds();
    const found = windows.map((window) => {
      // A KWin whose XWayland was restarted does not report this for X apps.
      const id = window.processId || (facts.get(window.id)?.processId ?? 0);
      const process = identifyProcess({ served: id });
      return { window, process: { ...process, own: process.own || own.has(id) } };
    });
    await toolkits.learn(found.flatMap(({ process }) => (process.foreign ? [] : [process.processId])));
    return found.map(({ window, process }) => {
      const info = toInfo(window, process, layout, toolkits.of(process.processId));
      return { window, process, info: { ...info, ...facts.get(window.id), processId: info.processId } };
    });
  };

  const find = async (id: WindowId): Promise<CompositorWindow> => {
    const window = (await known.all()).find((each) => each.id === id);
    if (!window) throw new AppError('window_not_found', `The window ${id} is gone.`);
    return window;
  };

  const active = async () => (await known.all()).find((window) => window.active) ?? null;

  type Input<M extends 'list' | 'act' | 'move'> = Parameters<WindowProvider[M]>;
  const asking = translatedProvider({
    async list(...[{ all, everyDesktop, own, foreign }]: Input<'list'>) {
      return (await listed()).flatMap(({ window, process, info }) => {
        const isWanted = (own || !process.own) && (foreign || !process.foreign);
        const isHere = all || everyDesktop || window.shown || window.state === 'minimized';
        return isWanted && isHere ? [info] : [];
      });
    },

    async at(point: Point) {
      const logical = layoutOf(desk).toLogical(point);
      const windows = (await listed()).filter(({ window }) => window.shown);
      const popup = (await compositor.popups?.())?.find(({ place }) => contains(place, logical));
      const ofPopup = popup && windows.filter(({ window }) => window.processId === popup.processId);
      const owner = ofPopup?.find(({ window }) => window.active) ?? ofPopup?.[0];
      if (owner) return owner.info;
      if (windows.some(({ window }) => window.isX)) {
        const side = await desk.xSide();
        const id = side && (await side.ownerOfPopupAt((await XPixels.of(side, layoutOf(desk))).at(logical)));
        const ofX = windows.find(({ window }) => window.id === id);
        if (ofX) return ofX.info;
      }
      // In the compositor's coordinates: a window may extend to an output with another scale.
      return windows.find(({ window }) => contains(window.frame, logical))?.info ?? null;
    },

    active: async () => (await active())?.id ?? null,

    async activeSince() {
      const since = (await compositor.activeSince?.()) ?? null;
      return since && { window: await known.idOf(since.window), time: fromMonotonic(since.time) };
    },

    async keyReceiver() {
      const window = await active();
      if (!window) return null;
      const { id, title, className, processId } = window;
      return { window: id, title, className, app: identifyProcess({ served: processId }).app, held: false };
    },

    asking: async () => (await listed()).find(({ info }) => isQuestion(info))?.info.id ?? null,

    async coveredBy({ id, contentBounds, processId }: WindowInfo) {
      const windows = (await listed()).filter(({ window }) => window.shown);
      const above = windows.slice(
        0,
        Math.max(
          0,
          windows.findIndex(({ info }) => info.id === id),
        ),
      );
      const over = above.find(({ info }) => info.processId !== processId && intersect(info.bounds, contentBounds));
      if (over) return over.info.title || over.info.app || 'a window without a title';
      const layout = layoutOf(desk);
      const loose = (await compositor.over?.()) ?? [];
      const isOver = loose.some(
        (one) => one.processId !== processId && intersect(layout.toScreen(one.place), contentBounds),
      );
      return isOver ? 'a window without a title' : '';
    },

    async icon(id: WindowId) {
      const window = await known.find(id);
      return window?.isX ? ((await desk.xSide())?.icon(id) ?? null) : null;
    },

    desktops: () => compositor.desktops(),
    act: async (...[id, action]: Input<'act'>) => compositor.act(await find(id), action),
    move: async (...[id, bounds]: Input<'move'>) => {
      const window = await find(id);
      await compositor.move(window, toFrame(layoutOf(desk), window.frame, bounds));
    },
    moveToDesktop: async (id: WindowId, desktop: number) => compositor.moveToDesktop(await find(id), desktop),
    showDesktop: (desktop: number) => compositor.showDesktop(desktop),
  });
  // Subscribing answers at once, so it needs no error conversion.
  return {
    ...asking,
    watch(changed) {
      listeners.add(changed);
      return disposable(() => listeners.delete(changed));
    },
    dispose: () => owned.dispose(),
  };
}

function toInfo(window: CompositorWindow, process: WindowProcess, layout: Layout, toolkit: string): WindowInfo {
  const projection = layout.projectionOf(window.frame);
  const bounds = layout.toScreen(window.frame, projection);
  const { id, title, className, state, active, desktop, alwaysOnTop, demandsAttention } = window;
  return {
    id,
    title,
    className,
    state,
    active,
    desktop,
    alwaysOnTop,
    demandsAttention,
    app: process.app,
    processId: process.processId,
    ...programFacts(process),
    bounds,
    contentBounds: layout.toScreen(window.content, projection),
    monitor: monitorOf(layout.monitors(), bounds),
    kind: 'normal',
    ...(!window.isX && { isKindUnknown: true }),
    toolkit,
    owner: null,
    resizable: true,
    ...(process.foreign && { foreign: true }),
    ...(process.own && { own: true }),
  };
}

async function xFacts({ xSide }: Desk): Promise<ReadonlyMap<WindowId, XFacts>> {
  const windows = (await (await xSide())?.list()) ?? [];
  return new Map(
    windows.map(({ id, processId, kind, owner, modal, resizable, className }) => {
      return [id, { processId, kind, owner, resizable, className, ...(modal && { modal }) }] as const;
    }),
  );
}

/** Requested bounds in the compositor's coordinates; only the given fields. */
function toFrame(layout: Layout, frame: Rect, wanted: Partial<Rect>): Partial<Rect> {
  const logical = layout.fromScreen({ ...layout.toScreen(frame), ...wanted });
  const asked = Object.keys(wanted) as (keyof Rect)[];
  return Object.fromEntries(asked.map((side) => [side, Math.round(logical[side])]));
}
