import { AppError } from '#contract/errors';
import { count } from '#contract/count';
import { quoted } from '#contract/foreign-text';
import { describeElement, parseElementId, type ElementId, type TreeNode } from '#contract/model/elements/element';
import type { ProcessStart } from '#contract/model/engine';
import type { RankedSelector } from '#contract/model/elements/selector';
import {
  trialConditions,
  type ConditionReport,
  type TrialCondition,
  type TrialOutcome,
  type TrialProgress,
  type TrialReport,
} from '#contract/model/elements/selector-trial';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Engine } from '../../engine/engine.ts';
import { sleep } from '../../base/async/deadline.ts';
import { counterpart, namesIn } from './counterpart.ts';

/** How a program is started for a trial. */
export type TrialStart = Pick<ProcessStart, 'command' | 'args'>;

/** A desktop apart from the user's, for one condition. */
export interface TrialDesktop {
  readonly engine: Pick<Engine, 'launch' | 'listWindows' | 'tree' | 'find' | 'moveWindow' | 'capture'>;
  /** The command line as it works there, with another document under that condition. */
  readonly start: TrialStart;
  close(): Promise<void>;
}

export interface TrialOptions {
  readonly engine: Pick<Engine, 'listWindows' | 'startOf' | 'tree' | 'selectors'>;
  readonly element: ElementId;
  /** All by default; `restart` always belongs to them, since the others are compared with it. */
  readonly conditions?: readonly TrialCondition[] | undefined;
  /** What is changed under a condition, such as `German`. @throws AppError why it cannot be tested */
  readonly detailOf: (condition: TrialCondition, start: ProcessStart) => Promise<string>;
  readonly open: (condition: TrialCondition, start: ProcessStart, signal: AbortSignal) => Promise<TrialDesktop>;
  readonly progress: (progress: TrialProgress) => void;
  readonly signal: AbortSignal;
}

/** A fresh window, and the element in it. */
interface Fresh {
  readonly window: WindowInfo;
  readonly root: TreeNode;
  readonly element: TreeNode;
  readonly picture: Uint8Array;
}

/** Of the window before it is tried under other conditions. */
interface Original {
  readonly window: WindowInfo;
  readonly root: TreeNode;
  readonly element: ElementId;
}

const launchMs = 30_000;
const settleMs = 15_000;
const settleEveryMs = 300;

/**
 * Restarts the app of an element on desktops of their own, with one thing changed in each, and tries the element's selectors
 * there. The user's own desktop is only read.
 * @throws AppError `not_found` if the start of the app is unknown, `element_not_found` if a fresh start does not show the
 * element, `cancelled`
 */
export async function runTrials(options: TrialOptions): Promise<TrialReport> {
  const { engine, element, signal, progress } = options;
  const [original, selectors, start] = await readOriginal(engine, element, signal);
  const wanted = trialConditions.filter(
    (each) => each === 'restart' || (options.conditions ?? trialConditions).includes(each),
  );
  const conditions: ConditionReport[] = [];
  const outcomes = new Map<TrialCondition, ReadonlyMap<string, TrialOutcome>>();
  let fresh: Fresh | null = null;
  try {
    for (const condition of wanted) {
      let detail = '';
      try {
        detail = await options.detailOf(condition, start);
        progress({ condition, detail });
        const tried: Tried = await tryIn(options, {
          condition,
          start,
          selectors,
          original: fresh ?? original,
          base: fresh,
        });
        if (condition === 'restart') fresh = tried.fresh;
        if (tried.unchanged === null) outcomes.set(condition, tried.outcomes);
        conditions.push({
          condition,
          detail: [detail, tried.detail].filter(Boolean).join(': '),
          skipped: tried.unchanged,
        });
      } catch (error) {
        // The others are compared with the fresh start.
        if (condition === 'restart' || signal.aborted || !(error instanceof AppError)) throw error;
        conditions.push({ condition, detail, skipped: error.message });
      }
    }
  } finally {
    progress(null);
  }
  return {
    app: original.window.app,
    command: [start.command, ...start.args].join(' '),
    conditions,
    selectors: selectors.map(({ selector, kind, grade }) => ({
      selector,
      kind,
      grade,
      outcomes: Object.fromEntries(
        [...outcomes].flatMap(([condition, found]) => {
          const outcome = found.get(selector);
          return outcome ? [[condition, outcome]] : [];
        }),
      ),
    })),
  };
}

async function readOriginal(
  engine: TrialOptions['engine'],
  element: ElementId,
  signal: AbortSignal,
): Promise<readonly [Original, readonly RankedSelector[], ProcessStart]> {
  const { window: id } = parseElementId(element);
  const { items } = await engine.listWindows({ everyDesktop: true }, { signal });
  const window = items.find((each) => each.id === id);
  if (!window) throw new AppError('window_not_found', 'The window is closed.');
  const start = await engine.startOf({ window: id }, { signal });
  if (!start)
    throw new AppError('not_found', `How ${quoted(window.app)} was started is unknown.`, {
      hint: 'Start it once more yourself and try the selectors in its other window.',
    });
  const { root } = await engine.tree({ window: id }, { signal });
  const selectors = await engine.selectors({ element }, { signal });
  return [{ window, root, element }, selectors, start];
}

interface Tried {
  readonly fresh: Fresh;
  readonly outcomes: ReadonlyMap<string, TrialOutcome>;
  readonly detail: string;
  /** Why the condition changed nothing; null if it did. */
  readonly unchanged: string | null;
}

async function tryIn(
  { open, signal }: TrialOptions,
  {
    condition,
    start,
    selectors,
    original,
    base,
  }: {
    readonly condition: TrialCondition;
    readonly start: ProcessStart;
    readonly selectors: readonly RankedSelector[];
    readonly original: Original | Fresh;
    readonly base: Fresh | null;
  },
): Promise<Tried> {
  const desktop = await open(condition, start, signal);
  try {
    const launched = await desktop.engine.launch(desktop.start, { signal, timeoutMs: launchMs });
    let { window, root } = await settled(desktop.engine, launched, original.window, signal);
    if (condition === 'size') {
      window = await resized(desktop.engine, window, signal);
      ({ root } = await settled(desktop.engine, window, window, signal));
    }
    const { id } = window;
    const element = counterpart(original.root, idOf(original), root);
    if (!element) throw notShown(original, condition, window);
    const { bytes: picture } = await desktop.engine.capture({ target: { kind: 'window', window: id } }, { signal });
    const outcomes = new Map<string, TrialOutcome>();
    for (const { selector, kind } of selectors) {
      // Pictures are of the user's own theme and scale: they say so themselves.
      if (kind === 'picture') continue;
      const { matches, total } = await desktop.engine.find({ window: id, selector }, { signal });
      outcomes.set(
        selector,
        total === 0 ? 'none' : total > 1 ? 'several' : matches[0]?.id === element.id ? 'found' : 'other',
      );
    }
    const isFound = [...outcomes.values()].includes('found');
    if (condition === 'restart' && !isFound) throw notShown(original, condition, window);
    const fresh = { window, root, element, picture };
    return { fresh, outcomes, ...(base ? effectOf(condition, base, fresh) : { detail: '', unchanged: null }) };
  } finally {
    await desktop.close();
  }
}

const idOf = ({ element }: Original | Fresh): ElementId => (typeof element === 'string' ? element : element.id);

function notShown({ root, ...original }: Original | Fresh, condition: TrialCondition, { title }: WindowInfo): AppError {
  const id = idOf({ root, ...original });
  const node = find(root, id);
  const what = node ? describeElement(node) : 'The element';
  return new AppError(
    'element_not_found',
    `${what} is not certain in the window ${quoted(title)} of the fresh start.`,
    {
      hint:
        condition === 'restart'
          ? 'An element that shows only after some steps, or with your own settings, cannot be tested so.'
          : 'The window has other elements now, so that Deskscope cannot tell which is the same.',
    },
  );
}

function find(node: TreeNode, id: ElementId): TreeNode | null {
  if (node.id === id) return node;
  for (const child of node.children ?? []) {
    const found = find(child, id);
    if (found) return found;
  }
  return null;
}

/** Once no element is added any more; the window most like the original one, else the launched one. */
async function settled(
  engine: TrialDesktop['engine'],
  launched: WindowInfo,
  original: Pick<WindowInfo, 'title' | 'className'>,
  signal: AbortSignal,
): Promise<{ readonly window: WindowInfo; readonly root: TreeNode }> {
  const end = Date.now() + settleMs;
  let before = -1;
  for (;;) {
    const { items } = await engine.listWindows({}, { signal });
    const alike = items.filter(({ className }) => className === original.className);
    const window = alike.find(({ title }) => title === original.title) ?? alike[0] ?? launched;
    const { root, nodeCount } = await engine.tree({ window: window.id }, { signal });
    if ((nodeCount === before && nodeCount > 1) || Date.now() > end) return { window, root };
    before = nodeCount;
    await sleep(settleEveryMs, signal);
  }
}

/** Two thirds of its size, or half as much again if it cannot shrink. */
async function resized(engine: TrialDesktop['engine'], window: WindowInfo, signal: AbortSignal): Promise<WindowInfo> {
  const { width, height } = window.bounds;
  for (const factor of [2 / 3, 3 / 2]) {
    const bounds = { width: Math.round(width * factor), height: Math.round(height * factor) };
    // A window with a minimum is not verified, and has changed all the same.
    await engine.moveWindow({ window: window.id, bounds }, { signal }).catch(() => undefined);
    const { items } = await engine.listWindows({}, { signal });
    const now = items.find(({ id }) => id === window.id);
    if (now && (now.bounds.width !== width || now.bounds.height !== height)) return now;
  }
  return window;
}

function effectOf(
  condition: TrialCondition,
  base: Fresh,
  { window, root, picture }: Fresh,
): Pick<Tried, 'detail' | 'unchanged'> {
  const app = quoted(window.app);
  switch (condition) {
    case 'size': {
      const { width, height } = window.bounds;
      const same = width === base.window.bounds.width && height === base.window.bounds.height;
      return { detail: `${width} × ${height}`, unchanged: same ? `${app} fixes the size of this window.` : null };
    }
    case 'theme':
      return { detail: '', unchanged: sameBytes(picture, base.picture) ? `${app} looks the same in it.` : null };
    case 'language': {
      const names = namesIn(root);
      const changed = [...namesIn(base.root)].filter((name) => !names.has(name)).length;
      return {
        detail: changed > 0 ? `${count(changed, 'name')} changed` : '',
        unchanged: changed === 0 ? `${app} shows the same texts.` : null,
      };
    }
    case 'document':
    case 'restart':
      return { detail: '', unchanged: null };
  }
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
