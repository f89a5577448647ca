import type { ControlType } from '#contract/model/elements/element';
import type { InputEvent, RecordedTarget } from '#contract/model/engine';
import type { ExpectedElement } from '#contract/model/recordings/expectation';
import type { Surroundings } from '#contract/model/schemas/surroundings';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawInput, RawNode } from '../../backend.ts';
import { isPart } from '../../tree/part.ts';
import { descend } from '../../tree/walk.ts';
import { isField } from '../typing/fields.ts';
import { isUnread } from '../typing/focus-target.ts';
import type { Hovering } from '../pointer/hovers.ts';
import type { Found } from '../found.ts';
import type { LiveView } from '../tree/earlier-views.ts';

type RawButton = Extract<RawInput, { type: 'button' }>;
type RawKey = Extract<RawInput, { type: 'key' }>;

/** The element at a position, as its app reports it or by its picture. */
export interface SeenAt extends Pick<Found, 'own' | 'window' | 'target'> {
  readonly view?: RecordedTarget;
  readonly around?: Surroundings;
  readonly unseen?: true;
}

export function pointerDown(
  { time: at, x, y, button, modifiers }: RawButton,
  { own, ...seen }: SeenAt,
  scrolledTo: boolean,
): readonly InputEvent[] {
  if (own) return [];
  const brought = scrolledTo && { scrolledTo };
  return [{ type: 'pointerDown', at, x, y, button, modifiers, ...seen, ...brought }];
}

export function hoverEvents(at: number, { hovers }: Hovering): readonly InputEvent[] {
  return hovers.flatMap(({ at: { x, y }, found: { window, target }, shows }): readonly InputEvent[] => {
    const shown = shows.target && elementShown(shows.target);
    return target && shown ? [{ type: 'hover', at, x, y, window, target, shows: shown }] : [];
  });
}

function elementShown({ element: { controlType, name }, selectors }: RecordedTarget): ExpectedElement | null {
  const [primary] = selectors;
  return primary ? { controlType, name, selector: primary.selector } : null;
}

/**
 * Text that may be part of a secret is masked.
 * @param early before the first reading of its field
 */
export function keyEvent(input: RawKey, found: Found, view: LiveView, early: boolean): readonly InputEvent[] {
  if (found.own) return [];
  const { window, target } = found;
  const { node } = found;
  // In Qt, elements of a hidden page report focus; they do not receive keys.
  const isShown = node?.states.includes('visible') === true;
  const isKnown = isShown && (isField(found) || !holders.has(node.controlType));
  const isAstray = node !== null && isWritten(input) && textless.has(node.controlType) && hasSecret(view);
  const secret = (node !== null && isSecret(node)) || isAstray || (!isKnown && mayBeSecret(window, view));
  const hidden = secret && input.text !== null;
  const [key, text] = hidden ? ['•', null] : [input.key, input.text];
  const editable = isField(found);
  return [
    { type: 'key', at: input.time, key, text, window, target, editable, ...(editable && early && { readLate: true }) },
  ];
}

/** Elements that apps report as focused before the field inside: Chromium does this for a new page. */
const holders: ReadonlySet<ControlType> = new Set<ControlType>(['Document', 'Group', 'Pane', 'Window']);

/** Elements that take no text: typing there targets a field, assumed to be a password field if the window has one. */
const textless: ReadonlySet<ControlType> = new Set<ControlType>(['Button', 'CheckBox', 'Hyperlink', 'RadioButton']);

/** If hiding shows only once the field has content, the value tells. */
function isSecret({ states, mayHide }: RawNode): boolean {
  return states.includes('password') || mayHide === true;
}

/** If the focused element is unknown, it may be a password field, unless the whole window is known and has none. */
function mayBeSecret(window: WindowInfo | null, view: LiveView): boolean {
  if (window === null) return true;
  return isUnread(view, window) ? !isOfficeDocument(window) : mayHide(view);
}

/**
 * LibreOffice takes seconds to report the content of a document, and asks for passwords in dialogs. Some window systems treat
 * those as ordinary windows; only titles of documents end in its name.
 */
function isOfficeDocument({ toolkit, kind, owner, title }: WindowInfo): boolean {
  return toolkit === 'libreoffice' && kind === 'normal' && owner === null && /[-–—] LibreOffice( \w+)?$/.test(title);
}

/** Space presses a button, as Enter may. */
function isWritten({ text }: RawKey): boolean {
  return text !== null && /^[^\s\p{C}]/u.test(text);
}

function hasSecret({ root }: LiveView): boolean {
  return root !== null && [...descend(root)].some(isSecret);
}

/** Whether any element of a window that was read may hide its content. */
export function mayHide({ root }: Pick<LiveView, 'root'>): boolean {
  return !root?.children?.length || isPart(root) || [...descend(root)].some(isSecret);
}
