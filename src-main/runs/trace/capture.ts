import type { ControlType, ElementId, ElementNode, TreeNode, TreeSnapshot } from '#contract/model/elements/element';
import { sameRect, type Rect } from '#contract/model/geometry';
import type { KeptShot } from '#contract/model/picture';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import { withDeadline } from '../../base/async/deadline.ts';
import type { Engine } from '../../engine/engine.ts';

/** The part of the engine that a trace needs. */
export type TraceSource = Pick<Engine, 'snap' | 'encodeShot' | 'tree' | 'find' | 'listWindows'>;

/** A snapshot of one moment. Nothing in it rejects. */
export interface Capture {
  /** Null for the whole screen. */
  readonly window: WindowId | null;
  readonly shot: KeptShot | null;
  /** Why there is no picture; empty if there is one. */
  readonly note: string;
  /** The window's tree; null if it could not be read. */
  readonly tree: Promise<TreeSnapshot | null>;
}

/** How long a call waits for pixels and tree at most, in milliseconds: tracing must never hang a call. */
const shotMs = 1_000;
const treeOnPathMs = 150;
/** How long a tree may take after that, while the call goes on. */
const treeMs = 3_000;
/** The look by which a caller has just found the target shows it as well, in milliseconds. */
const maxAgeMs = 100;
/** More nodes do not travel; among the others only fields are looked for. */
const maxNodes = 5_000;
const maxFields = 500;

/**
 * Captures a window, or the screen if there is none. Only pixels are kept: pictures are encoded later.
 * @param lasting as in `Engine.snap`
 */
export async function takeCapture(source: TraceSource, window: WindowId | null, lasting: boolean): Promise<Capture> {
  const tree = window === null ? Promise.resolve(null) : readTree(source, window, treeMs);
  const [shot] = await Promise.all([snap(source, window, lasting), inTime(treeOnPathMs, () => tree)]);
  return { window, tree, ...shot };
}

async function snap(
  source: TraceSource,
  window: WindowId | null,
  lasting: boolean,
): Promise<Pick<Capture, 'shot' | 'note'>> {
  const target = window === null ? ({ kind: 'screen' } as const) : ({ kind: 'window', window } as const);
  try {
    const shot = await withDeadline({ timeoutMs: shotMs, what: 'A picture for the trace' }, (signal) =>
      source.snap({ target, ...(lasting && { lasting }) }, { signal }),
    );
    return { shot, note: '' };
  } catch (error) {
    return { shot: null, note: error instanceof Error ? error.message : String(error) };
  }
}

async function readTree(source: TraceSource, window: WindowId, timeoutMs: number): Promise<TreeSnapshot | null> {
  try {
    return await withDeadline({ timeoutMs, what: 'A tree for the trace' }, (signal) =>
      source.tree({ window, maxNodes, maxAgeMs }, { signal }),
    );
  } catch {
    return null;
  }
}

/** Controls that show no typed text while focused. */
const pressed: ReadonlySet<ControlType> = new Set([
  'Button',
  'CheckBox',
  'Hyperlink',
  'MenuItem',
  'RadioButton',
  'SplitButton',
  'TabItem',
]);

/** Redacted content: password fields, fields that received secret text, and windows if the field is unknown. */
export class Hidden {
  readonly #secret = new Set<ElementId>();
  /** Null represents one that had the keyboard, and which that was is unknown. */
  readonly #windows = new Set<WindowId | null>();

  /**
   * Remembers where secret text was typed: the element at that point, or the focused one. Without such an element, as
   * in an app that reports none, the text may appear anywhere in the window.
   */
  async remember(source: TraceSource, capture: Capture, at: Rect | null): Promise<void> {
    const window = capture.window ?? (await activeWindow(source));
    const read = await (capture.window === null && window !== null ? readTree(source, window, treeMs) : capture.tree);
    const typedInto = [...(read ? nodes(read.root) : [])].filter(({ bounds, states }) =>
      at && bounds ? sameRect(bounds, at) : states.includes('focused'),
    );
    const fields = typedInto.filter(({ states }) => states.includes('editable'));
    for (const { id } of fields) this.#secret.add(id);
    const isKnown = fields.length > 0 || typedInto.some(({ controlType }) => pressed.has(controlType));
    if (!isKnown) this.#windows.add(window);
  }

  readonly has = (node: ElementNode): boolean => node.states.includes('password') || this.#secret.has(node.id);

  /** Areas to paint over on a picture; null if unknown, which means that the picture must not be kept. */
  async cover(source: TraceSource, { window, tree }: Capture): Promise<readonly Rect[] | null> {
    if (this.#windows.has(null)) return null;
    return window === null ? this.#coverScreen(source) : this.#coverWindow(source, window, await tree);
  }

  /** A window whose elements cannot be read is painted over as a whole. */
  async #coverScreen(source: TraceSource): Promise<readonly Rect[] | null> {
    try {
      const { items } = await source.listWindows({}, { timeoutMs: treeMs });
      const shown = items.filter(({ state }) => state !== 'minimized');
      const cover = async ({ id, bounds }: WindowInfo) =>
        (await this.#coverWindow(source, id, await readTree(source, id, treeMs))) ?? [bounds];
      return (await Promise.all(shown.map(cover))).flat();
    } catch {
      return null;
    }
  }

  async #coverWindow(
    source: TraceSource,
    window: WindowId,
    tree: TreeSnapshot | null,
  ): Promise<readonly Rect[] | null> {
    if (!tree || tree.truncated === 'time' || this.#windows.has(window)) return null;
    const found = tree.truncated === null ? [...nodes(tree.root)] : await findFields(source, window);
    return found && found.flatMap((node) => (node.bounds && this.has(node) ? [node.bounds] : []));
  }
}

/** Where keys go to; null if that is unknown. */
async function activeWindow(source: TraceSource): Promise<WindowId | null> {
  try {
    const { items } = await source.listWindows({}, { timeoutMs: treeMs });
    return items.find(({ active }) => active)?.id ?? null;
  } catch {
    return null;
  }
}

/** The fields of a window with too many other elements; null if it has too many fields, too. */
async function findFields(source: TraceSource, window: WindowId): Promise<readonly ElementNode[] | null> {
  try {
    const fields = { window, selector: 'role=Edit', limit: maxFields };
    const { matches, truncated } = await source.find(fields, { timeoutMs: treeMs });
    return truncated ? null : matches;
  } catch {
    return null;
  }
}

function* nodes(root: TreeNode): Generator<TreeNode> {
  yield root;
  for (const child of root.children ?? []) yield* nodes(child);
}

/** A result within the timeout, or none: a trace skips late and failed parts. */
export async function inTime<T>(timeoutMs: number, work: () => Promise<T>): Promise<T | undefined> {
  return withDeadline({ timeoutMs, what: 'A part of a trace' }, work).catch(() => undefined);
}
