import type { Expectation } from '#contract/model/recordings/expectation';
import { windowId } from '#contract/model/schemas/window';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../../../engine/backend.ts';
import { changesBetween } from '../../../engine/watch/tree/changes.ts';
import type { TracedCall } from '../moments.ts';

const nowhere = { x: 0, y: 0, width: 0, height: 0 };
/** All that a trace does not say of a window. */
const anyWindow: Omit<WindowInfo, 'id' | 'title' | 'app'> = {
  className: '',
  processId: 0,
  bounds: nowhere,
  contentBounds: nowhere,
  state: 'normal',
  active: true,
  monitor: 0,
  desktop: null,
  kind: 'normal',
  toolkit: '',
  alwaysOnTop: false,
  demandsAttention: false,
  owner: null,
  resizable: true,
};

/**
 * What a call changed in its window, by the rules of a recording. Which windows opened or closed a trace does not say.
 * @param node the element that it acted on
 */
export function effectsOf(
  { before }: TracedCall,
  node: RawNode | null,
  roots: { readonly before: RawNode; readonly after: RawNode },
): readonly Expectation[] {
  const id = windowId.safeParse(before?.target?.id).data;
  if (!before?.target || id === undefined) return [];
  const { title, app } = before.target;
  const window: WindowInfo = { ...anyWindow, id, title, app };
  const momentOf = (root: RawNode) => ({ windows: [window], active: window, roots: new Map([[id, root]]) });
  const acted = { window, runtimeId: node?.runtimeId ?? null, byKey: false };
  const doubts = { volatile: new Set<string>(), secret: new Set<never>() };
  return changesBetween(momentOf(roots.before), momentOf(roots.after), acted, doubts) ?? [];
}
