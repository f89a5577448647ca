import { parseElementId, type ElementNode, type ElementId } from '#contract/model/elements/element';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { Usage } from '#contract/model/windows/window-query';

/**
 * The state that UFO keeps once per process, kept here per client: the windows and controls last listed, by their ids, and the
 * selected window. A new listing replaces the old; selecting a window drops the controls.
 */
export interface ToolSession {
  windows: ReadonlyMap<string, WindowInfo>;
  controls: ReadonlyMap<string, ElementNode>;
  selected: WindowInfo | null;
  /** In a replay: the windows that the next step means, by how they opened. */
  intended: Pick<Usage, 'except' | 'rather'>;
  /** In a replay: the state of its last step; null before the first. */
  lastStep: LastStep | null;
  /** In a replay: its last texts that were set without keys, which some apps do not hear. */
  readonly setTexts: SetText[];
  /** In a replay: secret texts that it entered, masked in every result, trace and log. */
  readonly entered: Set<string>;
  readonly refs: ElementRefs;
  /** For callers in this process: the element of the next call, as they saw it just now. */
  sighted: Sighted | null;
}

export interface Sighted {
  readonly element: ElementNode;
  readonly window: WindowInfo;
  /** When it was read, by the clock of `Date.now()`. */
  readonly at: number;
}

export interface SetText {
  readonly element: ElementId;
  readonly text: string;
}

export interface LastStep {
  /** The windows that were open before and after it. */
  readonly before: ReadonlySet<WindowId>;
  readonly after: ReadonlySet<WindowId>;
  /** The process of its app, if that was expected to continue and did; 0 if it may have ended. */
  readonly stays: number;
  /** All of its expectations were met before it. */
  readonly wasSo: boolean;
}

export function createToolSession(): ToolSession {
  return {
    windows: new Map(),
    controls: new Map(),
    selected: null,
    intended: {},
    lastStep: null,
    setTexts: [],
    entered: new Set(),
    refs: new ElementRefs(),
    sighted: null,
  };
}

/** Number of elements that keep their refs; the oldest refs are dropped first. */
const mostRefs = 50_000;

/**
 * Short names for elements, such as `e12`, for one client. An element keeps its ref while it exists, so a later look at the same
 * window returns the same refs.
 */
class ElementRefs {
  readonly #refs = new Map<ElementId, string>();
  readonly #ids = new Map<string, ElementId>();
  readonly #names = new Map<ElementId, string>();
  #count = 0;

  /** @param name the name shown, if any */
  refOf(id: ElementId, name?: string): string {
    if (name !== undefined) this.#names.set(id, name);
    const known = this.#refs.get(id);
    if (known !== undefined) return known;
    const ref = `e${++this.#count}`;
    this.#refs.set(id, ref);
    this.#ids.set(ref, id);
    const [oldest] = this.#refs;
    if (this.#refs.size > mostRefs && oldest) this.#forget(...oldest);
    return ref;
  }

  idOf(ref: string): ElementId | undefined {
    return this.#ids.get(ref);
  }

  /** The name that the client last saw; undefined for none. */
  nameOf(id: ElementId): string | undefined {
    return this.#names.get(id);
  }

  /** Whether the client was shown an element of that name, in full, in the window. */
  hasShown(name: string, window: WindowId): boolean {
    return [...this.#names].some(([id, shown]) => shown === name && parseElementId(id).window === window);
  }

  #forget(id: ElementId, ref: string): void {
    this.#names.delete(id);
    this.#refs.delete(id);
    this.#ids.delete(ref);
  }
}
