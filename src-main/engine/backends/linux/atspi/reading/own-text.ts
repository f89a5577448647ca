import type { RawNode } from '../../../../backend.ts';
import { shortened } from '../../../row-text.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orInstead, textUpTo } from '../bus/questions.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleName, roleSet } from '../vocabulary/roles.ts';
import { hasBit, type StateSet } from '../vocabulary/states.ts';

/** Page elements that mostly hold others. */
const containers = roleSet('section', 'panel', 'grouping', 'form', 'article', 'landmark', 'document web');

/** Whether an element may have text that belongs to none of its descendants. */
export function mayHoldText(
  { textHolders, textsHoldAll }: Pick<Toolkit, 'textHolders' | 'textsHoldAll'>,
  { role, states, childCount }: { readonly role: number; readonly states: StateSet; readonly childCount: number },
): boolean {
  if (textsHoldAll && childCount > 0 && containers.has(role)) return false;
  return textHolders.has(roleName(role)) && !hasBit(states, 'editable');
}

/** To the end of the text: Firefox answers nothing if the end is beyond the text. */
const wholeText = orInstead(textUpTo(-1), '');
/** Placeholder for an embedded element. */
const embedded = /\s*\uFFFC\s*/g;
/** Bullet of a list item. */
const bullet = /^[•◦▪▸▾‣] /;

/**
 * The text of an element without that of its descendants: its name, or its value if it is named otherwise.
 * @param limit in characters
 */
export async function readOwnText(
  accessibles: Accessibles,
  { ref, name }: { readonly ref: Ref; readonly name: string },
  limit: number,
  signal: AbortSignal,
): Promise<Partial<Pick<RawNode, 'name' | 'value'>>> {
  const whole = await accessibles.ask(ref, wholeText, signal);
  const own = shortened(whole.replace(bullet, '').replace(embedded, ' ').trim(), limit);
  if (own === '' || name.includes(own)) return {};
  return name === '' ? { name: own } : { value: own };
}
