import type { ControlType } from '#contract/model/elements/element';
import { controlTypeOf } from '../control-types.ts';
import type { UiaElement } from '../client.ts';
import { boundsOf } from './row.ts';
import { CachedProperties, handleOf } from './row-properties.ts';

/** They may hold what another process tells: a web view, an island of another toolkit. */
const holders: ReadonlySet<ControlType> = new Set(['Custom', 'Document', 'Pane']);
/** The same where they are windows of their own. */
const windowHolders: ReadonlySet<ControlType> = new Set(['Group', 'Tab', 'Window']);
/** Less than this, in pixels, is a rule or a gap. */
const least = { width: 32, height: 16 } as const;

/** Chromium's window for what a page shows: https://www.chromium.org/developers/design-documents/aura/ */
const webContent = 'Chrome_RenderWidgetHostHWND';

export function isWebContent(element: UiaElement): boolean {
  return new CachedProperties(element).text('ClassName') === webContent;
}

/**
 * Whether an element that came without children may have some all the same: what another provider tells is missing now and then
 * in the answer to a question for a whole tree, and is told to whoever asks for children there.
 * https://github.com/microsoft/winappCli/issues/842
 */
export function mayHide(element: UiaElement): boolean {
  const properties = new CachedProperties(element);
  const type = controlTypeOf(properties.value('ControlType'));
  if (!holders.has(type) && !(windowHolders.has(type) && handleOf(properties) !== 0)) return false;
  const bounds = boundsOf(element);
  return bounds !== null && bounds.width >= least.width && bounds.height >= least.height;
}
