import { sleep, linkSignals } from '../../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import type { ControlType } from '#contract/model/elements/element';
import { contains, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ElementProvider, RawNode, RawTree, WalkBudget, WindowProvider } from '../../../backend.ts';
import { graft, graftMenus, withoutAny } from '../../../tree/graft.ts';
import { asBulk } from '../dbus/traffic.ts';
import { translatedProvider } from '../errors.ts';
import { isGone } from '../processes/process.ts';
import type { WindowSystem } from '../window-system.ts';
import type { Accessibles } from './bus/accessibles.ts';
import type { Apps } from './bus/apps.ts';
import { orElse } from './bus/or-else.ts';
import { readDetails } from './details/details.ts';
import { asleepBelow, diagnoseTree } from './diagnosis/incomplete.ts';
import { diagnoseMissing } from './diagnosis/missing.ts';
import { lookAround } from './diagnosis/surroundings.ts';
import type { AppEvents } from './events/app-events.ts';
import type { FocusTracker } from './focus.ts';
import { mayBelong } from './frames/belongs.ts';
import { bareDetails, bareNode, bareRuntimeId } from './frames/bare-window.ts';
import { openPopups } from './frames/open-popups.ts';
import { Frames, type Surroundings } from './frames/frames.ts';
import { PageReader } from './page-reader.ts';
import { ofElement } from './bus/or-else.ts';
import { popupInTheWay, shownHit } from './hits/cut-off.ts';
import { hitTest } from './hits/hit-test.ts';
import { wholeTree } from '../../../tree/walk.ts';
import { overEdge } from './hits/over-edge.ts';
import { overText } from './hits/over-text.ts';
import type { PointedEntries } from './hits/pointed-entries.ts';
import { settledHit, type RecentlyShown } from './hits/recently-shown.ts';
import { findInPopup } from './hits/popups.ts';
import type { TreeCache, Whole } from './cache/tree-cache.ts';
import { heldPages, releaseChanges, type HeldPages } from './cache/held-changes.ts';
import { countNodes, nodeIn } from './cache/node-index.ts';
import { orSilent, whileResponsive } from './while-responsive.ts';
import { runPattern } from './patterns/run.ts';
import { findCell } from './patterns/table.ts';
import { isMisplaced, readPlace } from './places/place.ts';
import { SharedEntries } from './places/shared-entries.ts';
import { readAncestors } from './reading/ancestors.ts';
import { readFacts, readRow } from './reading/facts.ts';
import { readPage } from './reading/page.ts';
import { readTree, walkTree } from './reading/walk.ts';
import { see, seePart, seeRow } from './visibility/see.ts';
import * as names from './vocabulary/names.ts';
import { formatRef, parseRef, sameRef, type Ref } from './vocabulary/ref.ts';
import { roleSet } from './vocabulary/roles.ts';
import { hasBit } from './vocabulary/states.ts';
import type { Frame } from './frames/frame.ts';

/** Chromium builds its tree after the first query: 135 ms for 2,000 elements. */
const wakeMs = 1_500;
const wakeEveryMs = 50;
/** Time until the windows of an exited program disappear, in milliseconds. */
const closingMs = 500;

/** States of a pressed element: GTK 3 ARMED, Qt PRESSED, Swing both. */
const sayPressed = roleSet('push button', 'toggle button', 'check box', 'radio button');

/** Items over which an app may open a field. */
const heldItems = roleSet('list item', 'table cell', 'tree item');

/** Controls that an HTML label can contain. */
const labelled: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['CheckBox', 'ComboBox', 'Edit', 'RadioButton', 'Slider', 'Spinner'] as const),
]);
/** How long an app may take to focus an element, or to notice its place, in milliseconds. */
const refreshMs = 300;
const refreshEveryMs = 10;

/** A menu that closes while it is read is skipped. */
function orNull<T>(work: Promise<T>): Promise<T | null> {
  return orElse<T | null>(work, null);
}

export interface ElementSources {
  readonly system: WindowSystem;
  readonly windows: Pick<WindowProvider, 'list'>;
  readonly accessibles: Accessibles;
  readonly apps: Apps;
  readonly focus: FocusTracker;
  readonly recentlyShown: RecentlyShown;
  readonly pointedEntries: PointedEntries;
  readonly cache: TreeCache;
  /** Pages in windows, by {@link pageId}. */
  readonly pageCache: TreeCache;
  readonly events: AppEvents;
  /** See {@link Surroundings}. */
  readonly rootOf?: Surroundings['rootOf'];
}

/** Toolkits whose menus are in no window's tree; empty if unknown. GTK 2 is read like any other. */
const opensApart: ReadonlySet<string> = new Set(['gtk2', 'gtk3', 'qt', 'qt5', 'qt6', 'other', '']);

/** What surrounds a page: the window of its app, and the element there that holds the page. */
interface Around {
  readonly window: Frame;
  readonly holder: Ref;
}

/** Elements through AT-SPI. Runtime ids consist of bus name and object path. */
export function createElements({
  system,
  windows,
  accessibles,
  apps,
  focus,
  recentlyShown,
  pointedEntries,
  cache,
  pageCache,
  events,
  rootOf,
}: ElementSources): ElementProvider {
  const woken = new Set<string>();

  const frames = new Frames(apps, accessibles, {
    windows: () => windows.list({ all: true, own: true }),
    popupsOf: (window) => system.popupsOf(window),
    surfaceOf: (window) => system.surfaceOf(window),
    ...(rootOf && { rootOf }),
  });

  const frameOf = (window: WindowInfo) => whileResponsive(window, (signal) => frames.of(window, signal));

  const pages = new PageReader(accessibles, pageCache);
  const withPages = (window: WindowInfo, tree: RawTree, budget: WalkBudget): Promise<RawTree> =>
    pages.addTo(window, tree, budget, () => frameOf(window));

  /** Chromium's content: sends the query that enables it once, and waits for it. */
  const readAwake = async (window: WindowInfo, frame: Frame, from: Ref, budget: WalkBudget) => {
    let tree = await orSilent(window, budget.signal, () => readTree(accessibles, frame, from, budget));
    if (!frame.toolkit.wakesByAttributes || woken.has(formatRef(frame.ref))) return tree;
    woken.add(formatRef(frame.ref));
    await whileResponsive(window, (signal) => accessibles.attributes(frame.ref, signal));
    const end = Date.now() + wakeMs;
    while (tree.nodeCount < asleepBelow && tree.truncated === null && Date.now() < end && !budget.signal.aborted) {
      await sleep(wakeEveryMs);
      tree = await readTree(accessibles, frame, from, budget);
    }
    return tree;
  };

  /** The window's cached tree, if it is still valid, or null. */
  const lookAt = async (window: WindowInfo, from: string | null): Promise<RawTree | null> => {
    const tree = await whileResponsive(window, (signal) => cache.look(window, asBulk(signal)));
    if (!tree || from === null) return tree;
    const root = nodeIn(tree.root, from);
    return root && { root, nodeCount: countNodes(root), truncated: tree.truncated, diagnosis: null };
  };

  /** Pending reads of whole windows. */
  const underWay = new Map<WindowInfo['id'], Promise<unknown>>();

  /** Waits for a pending read of a window, and returns whether there was one; its result is cached. */
  const readBeside = async ({ id }: WindowInfo, signal: AbortSignal): Promise<boolean> => {
    const reading = underWay.get(id);
    if (!reading) return false;
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    const ended = reading.then(
      () => undefined,
      () => undefined,
    );
    await (signal.aborted || Promise.race([ended, aborted]));
    return true;
  };

  const readOnce = async (window: WindowInfo, frame: Frame, budget: WalkBudget): Promise<RawTree> => {
    const reading = readPlaced(window, frame, budget);
    underWay.set(window.id, reading);
    try {
      return await reading;
    } finally {
      if (underWay.get(window.id) === reading) underWay.delete(window.id);
    }
  };

  const held = new Map<WindowInfo['id'], HeldPages>();

  /** With what its pages held back, which they may do without an event. Those of a new window are known once it is read. */
  const readReleased = async (window: WindowInfo, frame: Frame, budget: WalkBudget): Promise<RawTree> => {
    if (!frame.toolkit.holdsChanges) return readOnce(window, frame, budget);
    const pages = held.get(window.id) ?? heldPages(frame, (await readOnce(window, frame, budget)).root);
    await whileResponsive(window, (signal) => releaseChanges(accessibles, pages, signal));
    const tree = await readOnce(window, frame, budget);
    held.set(window.id, heldPages(frame, tree.root));
    return tree;
  };

  /** Read again if the app changed the origin of its coordinates meanwhile, since the bounds would be mixed. */
  const readPlaced = async (window: WindowInfo, frame: Frame, budget: WalkBudget): Promise<RawTree> => {
    const tree = await readAndKeep(window, frame, budget);
    const { signal } = budget;
    if (signal.aborted || (await orElse(frame.parts?.holds?.(signal) ?? Promise.resolve(true), true))) return tree;
    return readAndKeep(window, (await frameOf(window)) ?? frame, budget);
  };

  /** A tree is cached if only the app's own very large containers are truncated: the next read would find no more. */
  const readAndKeep = async (window: WindowInfo, frame: Frame, budget: WalkBudget): Promise<RawTree> => {
    const reading = await cache.begin(window, frame);
    let whole: Whole | null = null;
    try {
      const read = await readAwake(window, frame, frame.ref, budget);
      if (await isGone(window.processId)) await refuseClosed(window);
      const tree = { ...read, diagnosis: await diagnoseTree(accessibles, read, frame, window) };
      const visible = await see(accessibles, frame, tree.root, null, budget.signal);
      const isWhole = tree.truncated === null || (tree.truncated === 'nodes' && tree.nodeCount < budget.maxNodes);
      if (isWhole && tree.diagnosis === null && !frame.isGuess) whole = { tree, visible };
      return { ...tree, root: visible.root };
    } catch (error) {
      await refuseClosed(window);
      throw error;
    } finally {
      await cache.keep(reading, whole, budget.signal);
    }
  };

  /** The frame of a window, with the entries of its open menus that its app reports in others. */
  const openFrameOf = async (window: WindowInfo): Promise<Frame | null> => {
    const frame = await frameOf(window);
    if (frame?.toolkit.looseMenus !== 'unlisted') return frame;
    const popups = await system.popupsOf(window);
    if (popups.length === 0) return frame;
    return { ...frame, parts: new SharedEntries(accessibles, frame, popups, recentlyShown.of(frame.ref.bus)) };
  };

  /** Menus open over the window in windows of their own; searched only while the app has pop-ups. */
  const openMenus = async (window: WindowInfo, budget: WalkBudget): Promise<readonly Omit<RawTree, 'diagnosis'>[]> => {
    const popups = opensApart.has(window.toolkit) ? await system.popupsOf(window) : [];
    const frame = popups.length > 0 ? await openFrameOf(window) : null;
    if (frame === null || frame.toolkit.looseMenus === null) return [];
    const shown = recentlyShown.of(frame.ref.bus);
    const tops = await whileResponsive(window, (signal) =>
      openPopups({ accessibles, frame, popups, recentlyShown: shown, signal }),
    );
    const read = await Promise.all(tops.map((ref) => orNull(walkTree(accessibles, frame, ref, budget))));
    return read.filter((menu) => menu !== null);
  };

  const withMenus = async (window: WindowInfo, tree: RawTree, budget: WalkBudget): Promise<RawTree> => {
    const menus = await openMenus(window, budget);
    // Others are reported below the element that opens them.
    const isShown = ({ runtimeId }: RawNode) => nodeIn(tree.root, runtimeId)?.states.includes('visible') === true;
    const apart = menus.filter(({ root }) => !root.children?.some(isShown));
    if (apart.length === 0) return tree;
    // An entry that Qt shares among its menus is in the one that is open.
    const moved = new Set(apart.flatMap((menu) => (menu.root.children ?? []).map(({ runtimeId }) => runtimeId)));
    const root = graftMenus(
      withoutAny(tree.root, moved),
      apart.map((menu) => menu.root),
    );
    return { ...tree, root, nodeCount: tree.nodeCount + apart.reduce((sum, { nodeCount }) => sum + nodeCount, 0) };
  };

  /** The field that is open over an item, below the parents that it reports. */
  const withEditor = async (window: WindowInfo, tree: RawTree, budget: WalkBudget): Promise<RawTree> => {
    const frame = await frameOf(window);
    if (!frame?.toolkit.unlistsEditors) return tree;
    const isKnown = (id: string) => nodeIn(tree.root, id) !== null;
    const grown = await whileResponsive(window, async (signal) => {
      const editor = await orNull(focus.unlistedEditor(frame, isKnown, signal));
      const around = editor && (await orNull(readAncestors(accessibles, frame, editor, signal)));
      const read = around && (await orNull(walkTree(accessibles, frame, editor, { ...budget, signal })));
      return read && graft(tree.root, [...around, read.root]);
    });
    return grown ? { ...tree, root: grown[0], nodeCount: countNodes(grown[0]) } : tree;
  };

  /** What is open over the window, and what is in it from another process: its app lists neither. */
  const withOpened = async (window: WindowInfo, tree: RawTree, budget: WalkBudget): Promise<RawTree> =>
    withPages(window, await withMenus(window, await withEditor(window, tree, budget), budget), budget);

  const requireBelonging = async (frame: Frame, ref: Ref, signal: AbortSignal): Promise<void> => {
    if (await mayBelong(accessibles, frame, ref, signal)) return;
    throw new AppError('element_stale', 'The window has no such element.', { delivery: 'not_delivered' });
  };

  /** The frame of an element that was found earlier. */
  const reach = async <T>(
    window: WindowInfo,
    runtimeId: string,
    work: (frame: Frame, ref: Ref, signal: AbortSignal, around: Around | null) => Promise<T>,
    { acts = false } = {},
  ): Promise<T> => {
    const ref = parseRef(runtimeId);
    const app = await openFrameOf(window);
    if (!app) throw new AppError('element_stale', 'The window no longer offers any elements.');
    return whileResponsive(window, async (signal) => {
      const page = ref.bus === app.ref.bus ? null : await pages.of(app, ref, signal);
      const frame = page?.frame ?? app;
      const around = page && { window: app, holder: page.holder };
      const belongs = requireBelonging(frame, ref, signal);
      // Waits no longer than a read takes.
      if (!acts) return (await ofElement(Promise.all([work(frame, ref, signal, around), belongs])))[0];
      await ofElement(belongs);
      return ofElement(work(frame, ref, signal, around), () => accessibles.role(ref, signal));
    });
  };

  const hitInPopup = async (window: WindowInfo, frame: Frame, at: { x: number; y: number }) => {
    const popup = await system.popupAt(window, at);
    if (!popup) return null;
    const recent = recentlyShown.of(frame.ref.bus);
    const found = await whileResponsive(window, (signal) =>
      findInPopup({ accessibles, frame, popup, recentlyShown: recent, signal }, at),
    );
    return found && formatRef(found);
  };

  /** The visible element at the point, or for a press the element that receives it. */
  const notCutOff = async (frame: Frame, hit: Ref | null, at: Point, signal: AbortSignal, press: boolean) => {
    const { hitsCutOff, popoversHold } = frame.toolkit;
    const [shown, popup] = await Promise.all([
      hit && hitsCutOff ? shownHit(accessibles, frame, hit, at, signal) : hit,
      press && (hitsCutOff || popoversHold) ? popupInTheWay(accessibles, frame, hit ?? frame.ref, signal) : null,
    ]);
    return popup ?? (hitsCutOff && shown && sameRef(shown, frame.ref) ? null : shown);
  };

  /** The field that is open at the point over an item, which the app hits instead. */
  const editorOver = async (frame: Frame, item: Ref, at: Point, signal: AbortSignal): Promise<Ref | null> => {
    if (!heldItems.has(await accessibles.role(item, signal))) return null;
    const editor = await focus.unlistedEditor(frame, () => false, signal);
    if (!editor) return null;
    const role = await accessibles.role(editor, signal);
    const place = await readPlace(accessibles, frame, { ref: editor, role }, signal);
    return place && place !== 'unseen' && contains(place, at) ? editor : null;
  };

  /** The app's own answer to the hit test. */
  const hitIn = async (window: WindowInfo, frame: Frame, at: Point, press: boolean): Promise<string | null> => {
    const { hitsLate } = frame.toolkit;
    const hitAt = async (point: Point) => {
      const hit = await whileResponsive(window, (signal) => {
        const ask = () => hitTest(accessibles, frame, point, signal, { press });
        if (hitsLate) return settledHit(ask, signal);
        return ask().then((hit) => notCutOff(frame, hit, point, signal, press));
      });
      return hit && formatRef(hit);
    };
    if (!hitsLate) {
      const hit = await hitAt(at);
      if (!frame.toolkit.unlistsEditors || hit === null) return hit;
      const over = (signal: AbortSignal) => orNull(editorOver(frame, parseRef(hit), at, signal));
      const editor = await whileResponsive(window, over);
      return editor ? formatRef(editor) : hit;
    }
    // At the same time, so that nothing comes over the element after the app's last answer.
    const [reported, { root }] = await Promise.all([
      hitAt(at),
      whileResponsive(window, (signal) => provider.walk(window, null, { ...wholeTree, signal })),
    ]);
    const shown = await overText(root, at, reported, hitAt);
    return press ? overEdge(root, at, shown, hitAt) : shown;
  };

  const isListed = async (id: string) => (await windows.list({ all: true, own: true })).some((each) => each.id === id);

  /** @throws AppError `window_not_found` if a window disappeared while it was read */
  const refuseClosed = async ({ id, app, processId }: WindowInfo): Promise<void> => {
    // The window system notices the end of a program slightly later.
    const end = Date.now() + ((await isGone(processId)) ? closingMs : 0);
    while (await isListed(id)) {
      if (Date.now() >= end) return;
      await sleep(wakeEveryMs);
    }
    throw new AppError('window_not_found', `The window of ${app || 'the app'} was closed while it was read.`);
  };

  const provider: ElementProvider = {
    async walk(window, from, budget) {
      asBulk(budget.signal);
      await readBeside(window, budget.signal);
      const known = await lookAt(window, from);
      if (known) return from === null ? withOpened(window, known, budget) : known;
      const frame = await frameOf(window);
      if (!frame) {
        await refuseClosed(window);
        if (from !== null && from !== bareRuntimeId) throw new AppError('element_stale');
        const diagnosis = await diagnoseMissing(window, await lookAround(apps, window));
        return { root: bareNode(window), nodeCount: 1, truncated: null, diagnosis };
      }
      if (from === null) return withOpened(window, await readReleased(window, frame, budget), budget);
      const start = parseRef(from);
      const around = await whileResponsive(window, async (signal) => {
        const page = start.bus === frame.ref.bus ? null : await pages.of(frame, start, signal);
        await requireBelonging(page?.frame ?? frame, start, signal);
        return page?.frame ?? frame;
      });
      const tree = await readAwake(window, around, start, budget);
      const root = await seePart(accessibles, around, tree.root, budget.signal);
      // A leaf that was queried on its own has no children, which is not an error.
      const diagnosis = tree.truncated === 'time' ? await diagnoseTree(accessibles, tree, around, window) : null;
      const part = { ...tree, root, diagnosis };
      return around === frame ? withPages(window, part, budget) : part;
    },

    async children(window, runtimeId, range) {
      if (runtimeId === bareRuntimeId) return [];
      return reach(window, runtimeId, async (frame, ref, signal, around) => {
        const own = await readPage(accessibles, frame, ref, range, signal);
        const isEmpty = own.length === 0 && range.offset === 0 && !around;
        const top = isEmpty ? await pages.topIn(frame, ref, signal) : null;
        return top ? [top] : own;
      });
    },

    async ancestors(window, runtimeId) {
      if (runtimeId === bareRuntimeId) return [];
      return reach(window, runtimeId, async (frame, ref, signal, around) => {
        const own = await readAncestors(accessibles, frame, ref, signal);
        if (!around) return own;
        const { window: app, holder } = around;
        const above = await readAncestors(accessibles, app, holder, signal);
        return [...above, await readRow(accessibles, app, holder, signal), ...own];
      });
    },

    async details(window, runtimeId) {
      if (runtimeId === bareRuntimeId) return bareDetails(window);
      return reach(window, runtimeId, (frame, ref, signal) => readDetails(accessibles, frame, ref, signal));
    },

    async rowNow(window, runtimeId, _, settled = false) {
      if (runtimeId === bareRuntimeId) return bareNode(window);
      return reach(window, runtimeId, async (frame, ref, signal) => {
        if (settled && frame.toolkit.reportDelayMs > 0) await sleep(frame.toolkit.reportDelayMs, signal);
        return readRow(accessibles, frame, ref, signal);
      });
    },

    async tellPlace(window) {
      if (!system.tellPlace || window.toolkit !== 'java') return;
      const isWrong = async () => {
        const frame = await frameOf(window);
        return frame !== null && isMisplaced(frame);
      };
      if (!(await isWrong())) return;
      await system.tellPlace(window);
      for (const end = Date.now() + refreshMs; Date.now() < end && (await isWrong());) await sleep(refreshEveryMs);
    },

    async refreshName(window, runtimeId, controlType) {
      const frame = await frameOf(window);
      if (!frame?.toolkit.keepsLabelNames || !labelled.has(controlType)) return null;
      const read = () => reach(window, runtimeId, (_, ref, signal) => readRow(accessibles, frame, ref, signal));
      let now = await read();
      if (!now.states.includes('focusable') || !now.states.includes('enabled')) return null;
      if (now.states.includes('focused')) return null;
      await provider.focus(window, runtimeId);
      // The new name comes with the state.
      for (const end = Date.now() + refreshMs; Date.now() < end && !now.states.includes('focused'); now = await read())
        await sleep(refreshEveryMs);
      return now;
    },

    async openMenus(window, budget) {
      return (await openMenus(window, budget)).map(({ root }) => root);
    },

    async pointedEntry(window, at, since) {
      const frame = await frameOf(window);
      return frame && pointedEntries.at(frame, at, since);
    },

    async hitTest(window, at) {
      const frame = await openFrameOf(window);
      if (!frame) return null;
      const inPopup = await hitInPopup(window, frame, at);
      if (inPopup !== null) return inPopup;
      const hit = await hitIn(window, frame, at, false);
      const page = await pages.at(window, frame, hit, at);
      return (page && (await hitIn(window, page.frame, at, false))) ?? hit;
    },

    async pressed(window, at) {
      const frame = await openFrameOf(window);
      if (!frame) return null;
      const inPopup = await hitInPopup(window, frame, at);
      if (inPopup !== null) return { runtimeId: inPopup, reportedBy: 'nobody' };
      const { pressesReportedBy: reportedBy, textsKeepPresses: textsKeep } = frame.toolkit;
      const hit = await hitIn(window, frame, at, true);
      const page = await pages.at(window, frame, hit, at);
      if (!page) return { runtimeId: hit ?? formatRef(frame.ref), reportedBy, textsKeep };
      const pressed = (await hitIn(window, page.frame, at, true)) ?? formatRef(page.frame.ref);
      return { runtimeId: pressed, reportedBy: page.frame.toolkit.pressesReportedBy };
    },

    async isPressed(window, runtimeId) {
      if (runtimeId === bareRuntimeId) return null;
      return reach(window, runtimeId, async ({ toolkit }, ref, signal) => {
        const [role, states] = await Promise.all([accessibles.role(ref, signal), accessibles.states(ref, signal)]);
        if (toolkit.pressesReportedBy !== 'nobody' || !sayPressed.has(role)) return null;
        return hasBit(states, 'armed') || hasBit(states, 'pressed');
      });
    },

    async focused(window, limit, key) {
      const frame = await frameOf(window);
      if (!frame) return null;
      const found = await whileResponsive(window, async (own) => {
        const limits = linkSignals([limit, own]);
        const { signal } = limits;
        const known = async () =>
          (await readBeside(window, signal)) ? ((await lookAt(window, null))?.root ?? null) : null;
        const inPage = () => pages.first(frame, signal, (page) => focus.reported(page, signal, key));
        return focus.focused(frame, known, signal, key, inPage).finally(() => limits.dispose());
      });
      return found && formatRef(found);
    },

    async onlyFocused(window, stay) {
      const frame = await frameOf(window);
      if (!frame) return null;
      const found = await whileResponsive(window, async (signal) => {
        const own = await focus.onlyReported(frame, stay, signal);
        return own ?? pages.first(frame, signal, (page) => focus.onlyReported(page, stay, signal));
      });
      return found && formatRef(found);
    },

    async focusedSince(window, runtimeId) {
      const frame = await frameOf(window);
      const from = parseRef(runtimeId);
      if (!frame) return null;
      const taken = await whileResponsive(window, async (signal) => {
        const around = from.bus === frame.ref.bus ? frame : (await pages.of(frame, from, signal))?.frame;
        return around ? focus.reportedSince(around, from, signal) : null;
      });
      return taken && taken.map(formatRef);
    },

    async focus(window, runtimeId) {
      if (runtimeId === bareRuntimeId) return;
      await reach(
        window,
        runtimeId,
        async (_, ref, signal) => {
          const done = await accessibles.call(ref, names.component, 'GrabFocus', signal);
          if (done === false) {
            throw new AppError('pattern_not_supported', 'The element does not accept the focus.', {
              delivery: 'not_delivered',
            });
          }
        },
        { acts: true },
      );
    },

    async cell(window, runtimeId, row, column) {
      if (runtimeId === bareRuntimeId) throw new AppError('pattern_not_supported', 'The window is not a grid.');
      return reach(window, runtimeId, async (frame, ref, signal) => {
        const subject = { accessibles, frame, facts: await readFacts(accessibles, frame, ref, signal), signal };
        const cell = await readRow(accessibles, frame, await findCell(subject, row, column), signal);
        return seeRow(accessibles, frame, cell, signal);
      });
    },

    async events(window, received) {
      const frame = await frameOf(window);
      if (!frame) throw new AppError('accessibility_unavailable', `${window.app || 'The app'} announces no events.`);
      return events.listen(frame.ref.bus, received);
    },

    async run(window, runtimeId, call) {
      // The call may open a menu.
      await provider.tellPlace?.(window);
      await reach(
        window,
        runtimeId,
        async (frame, ref, signal) =>
          runPattern({ accessibles, frame, facts: await readFacts(accessibles, frame, ref, signal), signal }, call),
        { acts: true },
      );
    },
  };
  return translatedProvider(provider);
}
