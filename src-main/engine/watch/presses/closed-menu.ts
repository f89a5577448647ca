import { formatSelector } from '#contract/model/elements/selector';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../../backend.ts';
import type { EngineContext } from '../../operations/operation.ts';
import { isStableText } from '../../selectors/stability.ts';
import { pathTo } from '../../tree/walk.ts';
import { bounded, describeAs, type Found } from '../found.ts';
import { lookupMs } from '../lookup-timeouts.ts';
import type { LiveView } from '../tree/earlier-views.ts';

/**
 * The pressed menu entry if the press closed the menu before it could be read: its app reported the pointer on it. Null without
 * such a report. Never throws.
 * @param since when the button went down before, by the input clock: that press may have opened the menu
 */
export async function closedEntryAt(
  context: EngineContext,
  { active, root }: LiveView,
  window: WindowInfo,
  { at, since }: { readonly at: Point; readonly since: number },
): Promise<Found | null> {
  const { elements } = context.backend;
  const entry = await bounded(context, lookupMs, async () => elements.pointedEntry?.(window, at, since) ?? null);
  if (!entry) return null;
  const known = root && active?.id === window.id ? pathTo(root, entry.runtimeId) : null;
  if (root && known) return describeAs(window, root, known, null);
  if (!isStableText(entry.name)) return null;
  // Nothing else is known of its menu.
  const menu: RawNode = { ...entry, runtimeId: '', controlType: 'Menu', name: '', childCount: 1, children: [entry] };
  const found = describeAs(window, menu, [menu, entry], null);
  const selector = formatSelector([{ role: entry.controlType, name: entry.name }]);
  const byName = { selector, kind: 'name', grade: 'B', matchCount: 1, elapsedMs: 0 } as const;
  return found.target && { ...found, target: { ...found.target, selectors: [byName] } };
}
