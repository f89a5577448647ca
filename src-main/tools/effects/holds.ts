import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { ElementNode, TreeNode } from '#contract/model/elements/element';
import type { ExpectedElement, Expectation } from '#contract/model/recordings/expectation';
import { center } from '#contract/model/geometry';
import type { WindowId, WindowInfo, WindowMatch } from '#contract/model/windows/window';
import { matchWindows, windowRemembered } from '#contract/model/windows/window-query';
import { conditionMs, lookedFor, type Condition } from '#contract/model/recordings/condition';
import { sleep } from '../../base/async/deadline.ts';
import type { LookContext } from '../define-tool.ts';
import { listWindows, lookEveryMs } from '../target/windows/target-window.ts';

/** The target of an action, and the desktop before it. */
export interface Scene {
  readonly context: Pick<LookContext, 'engine' | 'signal'>;
  /** Windows that were open before it. */
  readonly before: readonly WindowInfo[];
  /** The window of the action. */
  readonly window: WindowId;
  /** The current target element; null if there was none or it is gone. */
  readonly own: () => Promise<ElementNode | null>;
}

/** Null if the expectation is met; else what is there instead, as a sentence without its end. */
export async function missing(scene: Scene, expected: Expectation): Promise<string | null> {
  const windows = await listWindows(scene.context, {});
  const acted = windows.find(({ id }) => id === scene.window);
  switch (expected.type) {
    case 'windowOpens':
      return opens(windows, scene.before, expected.window);
    case 'windowCloses':
      return acted ? 'it is still open' : null;
    case 'title':
      if (!acted) return 'it is closed';
      return sameTitle(acted.title, expected.title) ? null : `it is called ${quoted(acted.title)}`;
    case 'shows':
    case 'gone':
    case 'state':
    case 'text': {
      const window = expected.window ? remembered(windows, expected.window) : acted;
      return window ? inWindow(scene, expected, window) : 'that window is not there';
    }
  }
}

type OfElement = Extract<Expectation, { readonly type: 'shows' | 'gone' | 'state' | 'text' }>;

async function inWindow(scene: Scene, expected: OfElement, window: WindowInfo): Promise<string | null> {
  switch (expected.type) {
    case 'shows':
      return (await seen(scene, window, expected.element)).length > 0 ? null : 'it does not show';
    case 'gone':
      return (await seen(scene, window, expected.element)).length > 0 ? 'it shows' : null;
    case 'state':
    case 'text': {
      const found = expected.element ? await matching(scene, window, expected.element) : await ownElement(scene);
      const [element, ...others] = found;
      if (!element) return 'it is not there';
      if (others.length > 0) return `${found.length} elements match`;
      if (expected.type === 'state') return wrongState(element, expected);
      const wrong = wrongText(element, expected);
      if (wrong === null || (!expected.element && (await holdsInside(scene, window, element, expected)))) return null;
      await askAgain(scene, element);
      return wrong;
    }
  }
}

/** Boxes whose text is that of a paragraph in them: the focus in a shape of a drawing is reported of the shape. */
const boxes: ReadonlySet<ElementNode['controlType']> = new Set(['Pane', 'Group', 'Document']);

async function holdsInside(
  { context: { engine, signal } }: Scene,
  { id: window }: WindowInfo,
  { id: from, controlType, childCount }: ElementNode,
  expected: Extract<Expectation, { readonly type: 'text' }>,
): Promise<boolean> {
  if (!boxes.has(controlType) || childCount === 0 || childCount > mostParagraphs) return false;
  const { root } = await engine.tree({ window, from, depth: 2, maxNodes: 2 * mostParagraphs }, { signal });
  const isSaid = (node: TreeNode): boolean =>
    (node.value !== null && wrongText(node, expected) === null) || node.children?.some(isSaid) === true;
  return isSaid(root);
}

/** Maximum number of paragraphs to look through. */
const mostParagraphs = 50;

/** Chromium reports a slider's new value only after a hit test: the next read has it. */
async function askAgain({ context: { engine, signal } }: Scene, { bounds }: ElementNode): Promise<void> {
  if (bounds) await engine.elementAt(center(bounds), { signal }).catch(() => null);
}

function wrongState(
  { states }: ElementNode,
  { state, is }: Extract<Expectation, { readonly type: 'state' }>,
): string | null {
  if (states.includes(state) === is) return null;
  return is ? `it is not ${state}` : `it is ${state}`;
}

function wrongText(
  element: ElementNode,
  { text, contains }: Extract<Expectation, { readonly type: 'text' }>,
): string | null {
  const now = shownText(element);
  const fits = contains ? plain(now).includes(plain(text)) : plain(now) === plain(text);
  return fits ? null : `it holds ${quoted(now)}`;
}

/** The text that users read in it. */
function shownText({ value, name }: Pick<ElementNode, 'value' | 'name'>): string {
  return value ?? name;
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

async function ownElement({ own }: Scene): Promise<readonly ElementNode[]> {
  const element = await own();
  return element ? [element] : [];
}

async function seen(scene: Scene, window: WindowInfo, element: ExpectedElement): Promise<readonly ElementNode[]> {
  return (await matching(scene, window, element)).filter(({ states }) => states.includes('visible'));
}

async function matching(
  { context: { engine, signal } }: Scene,
  { id: window }: WindowInfo,
  { selector }: ExpectedElement,
): Promise<readonly ElementNode[]> {
  try {
    return (await engine.find({ window, selector }, { signal })).matches;
  } catch (error) {
    // It closed since it was listed.
    if (error instanceof AppError && error.code === 'window_not_found') return [];
    throw error;
  }
}

function opens(windows: readonly WindowInfo[], before: readonly WindowInfo[], match: WindowMatch): string | null {
  const fresh = windows.filter(({ id }) => !before.some((old) => old.id === id));
  if (remembered(fresh, match)) return null;
  const titles = fresh.map(({ title }) => quoted(title));
  return titles.length === 0 ? 'no window opened' : `instead there opened ${titles.join(', ')}`;
}

function remembered(windows: readonly WindowInfo[], match: WindowMatch): WindowInfo | undefined {
  return matchWindows(windows, windowRemembered(match))[0]?.window;
}

/** `/home/ann/`, `~/`, `C:\Users\Ann\`, without the asterisk before it that marks a change. */
const folder = /(?:\b[a-z]:|~)?[\\/](?:\S*[\\/])?(?=[^\s\\/])/gi;

/** Untitled documents and windows of one kind are numbered differently another time, and are in another folder. */
function sameTitle(a: string, b: string): boolean {
  const plainTitle = (title: string) => title.replaceAll(folder, '').replaceAll(/\d+/g, '#');
  return plainTitle(a) === plainTitle(b);
}

/**
 * Polls until the condition holds, up to its timeout.
 * @returns null if it holds; else what is there instead, as a sentence without its end
 */
export async function unmet(
  context: Pick<LookContext, 'engine' | 'signal'>,
  condition: Condition,
): Promise<string | null> {
  const until = Date.now() + (condition.forMs ?? conditionMs);
  for (;;) {
    const isLastLook = Date.now() >= until;
    const found = await contradiction(context, condition);
    if (found === null || isLastLook) return found;
    await sleep(lookEveryMs, context.signal);
  }
}

async function contradiction(
  context: Pick<LookContext, 'engine' | 'signal'>,
  condition: Condition,
): Promise<string | null> {
  if (condition.type === 'window') return windowContradicts(context, condition);
  // Without an act, everything was there before.
  const scene: Scene = { context, before: [], window: '0x0', own: () => Promise.resolve(null) };
  const found = await missing(scene, lookedFor(condition));
  if (condition.is) return found;
  if (found === null) return { shows: 'it shows', state: 'it is', text: 'it does' }[condition.type];
  // No state can be claimed for a missing element.
  if (condition.type === 'shows') return null;
  const { element, window } = condition;
  const isThere = await missing(scene, { type: 'shows', element, window });
  return isThere === null ? null : found;
}

/** The exact title, or a part of it: a lone window of the app is not enough. */
async function windowContradicts(
  context: Pick<LookContext, 'engine' | 'signal'>,
  { window: { className: _, ...match }, is }: Condition,
): Promise<string | null> {
  const isOpen = matchWindows(await listWindows(context, {}), match).length > 0;
  if (isOpen === is) return null;
  return isOpen ? 'it is' : 'it is not';
}
