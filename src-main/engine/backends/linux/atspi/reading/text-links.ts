import { isEmpty } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { rowCharacters, shortened } from '../../../row-text.ts';
import { number, text, type Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import type { Frame } from '../frames/frame.ts';
import { offsetFor, placeOf } from '../places/place.ts';
import * as names from '../vocabulary/names.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleNumber } from '../vocabulary/roles.ts';

const link = roleNumber('link');
/** Placeholder in a text for an embedded element. */
const embedded = '\uFFFC';
const nowhere = { x: 0, y: 0, width: 0, height: 0 };
/** A text taller than this many character heights has several lines. */
const oneLine = 1.5;

/** Whether an element may be a link without name and bounds of its own, as in GTK 3 labels. */
export function isLinkInText({ role, name }: { readonly role: number; readonly name: string }): boolean {
  return role === link && name === '';
}

/**
 * Name and bounds of a link in a text; for multi-line links the bounds on the first line, since the centre of all lines may
 * miss the link. Empty if the text does not report them.
 * @throws DBusFailure if it is gone, or no link
 */
export async function readLinkInText(
  accessibles: Accessibles,
  frame: Frame,
  ref: Ref,
  signal: AbortSignal,
): Promise<Partial<Pick<RawNode, 'name' | 'bounds'>>> {
  const [from, to, parent] = await Promise.all([
    accessibles.property(ref, names.hyperlink, 'StartIndex', signal).then(number),
    accessibles.property(ref, names.hyperlink, 'EndIndex', signal).then(number),
    accessibles.parent(ref, signal),
  ]);
  if (!parent || to <= from) return {};
  const range = (end: number) => accessibles.rangeExtents(parent, from, end, signal);
  const [content, own, whole, first, offset] = await Promise.all([
    accessibles.call(parent, names.text, 'GetText', signal, 'ii', [from, to]).then(text),
    orElse(accessibles.extents(ref, signal), nowhere),
    range(to),
    range(from + 1),
    offsetFor(frame, parent, signal),
  ]);
  const name = shortened(content.replaceAll(embedded, '').trim(), rowCharacters);
  if (name === '') return {};
  if (!isEmpty(own) || isEmpty(whole) || isEmpty(first)) return { name };
  const isOneLine = ({ height }: { height: number }) => height <= oneLine * first.height;
  let place = whole;
  if (!isOneLine(whole)) {
    // The last character of its first line is between these.
    let [least, most] = [from + 1, to];
    place = first;
    while (most - least > 1) {
      const middle = Math.floor((least + most) / 2);
      const part = await range(middle);
      if (isOneLine(part)) [least, place] = [middle, part];
      else most = middle;
    }
  }
  const bounds = placeOf(place, offset);
  return { name, ...(bounds && { bounds }) };
}
