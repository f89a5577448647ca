import type { ElementNode } from '#contract/model/elements/element';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { Usage } from '#contract/model/windows/window-query';
import { ElementRefs } from './element-refs.ts';

/**
 * What UFO keeps once per process, kept here once per client: the windows and controls last listed, under the ids that
 * were given out, and the window selected. A new listing replaces the old; selecting a window drops the controls.
 */
export interface ToolSession {
  windows: ReadonlyMap<string, WindowInfo>;
  controls: ReadonlyMap<string, ElementNode>;
  selected: WindowInfo | null;
  /** In a replay: which windows its next step means, by how they came to be. */
  meant: Pick<Usage, 'except' | 'rather'>;
  /** In a replay: what is known of its last step; null before the first. */
  lastStep: LastStep | null;
  /** In a replay: texts of secrets that it entered, which no result, trace or log shows. */
  readonly entered: Set<string>;
  readonly refs: ElementRefs;
}

export interface LastStep {
  /** The windows that were open before and after it. */
  readonly before: ReadonlySet<WindowId>;
  readonly after: ReadonlySet<WindowId>;
  /** The process of the app that it acted in, where that was to go on and did; 0 where it may have ended. */
  readonly stays: number;
  /** All that it is expected to come to was so before it. */
  readonly wasSo: boolean;
}

export function createToolSession(): ToolSession {
  return {
    windows: new Map(),
    controls: new Map(),
    selected: null,
    meant: {},
    lastStep: null,
    entered: new Set(),
    refs: new ElementRefs(),
  };
}
