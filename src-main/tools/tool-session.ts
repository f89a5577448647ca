import type { ElementNode } from '#contract/model/element';
import type { WindowInfo } from '#contract/model/window';
import { ElementRefs } from './element-refs.ts';

/**
 * What UFO keeps once per process, kept here once per client: the windows and controls last listed, under the ids that
 * were given out, and the window selected. A new listing replaces the old; selecting a window drops the controls.
 */
export interface ToolSession {
  windows: ReadonlyMap<string, WindowInfo>;
  controls: ReadonlyMap<string, ElementNode>;
  selected: WindowInfo | null;
  readonly refs: ElementRefs;
}

export function createToolSession(): ToolSession {
  return { windows: new Map(), controls: new Map(), selected: null, refs: new ElementRefs() };
}
