import type { RawNode } from '../../../../backend.ts';
import { shortened } from '../../../row-text.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orInstead, textUpTo } from '../bus/questions.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleName } from '../vocabulary/roles.ts';
import { hasBit, type StateSet } from '../vocabulary/states.ts';

/** Whether an element may hold text that no element in it has. */
export function mayHoldText(
  { textHolders }: Pick<Toolkit, 'textHolders'>,
  { role, states }: { readonly role: number; readonly states: StateSet },
): boolean {
  return textHolders.has(roleName(role)) && !hasBit(states, 'editable');
}

/** To its end, whatever that is: Firefox answers nothing to an end that is beyond the text. */
const wholeText = orInstead(textUpTo(-1), '');
/** Stands for an element in the text. */
const embedded = /\s*\uFFFC\s*/g;
/** Before the entries of a list. */
const bullet = /^[•◦▪▸▾‣] /;

/**
 * The text of an element without that of the elements in it: its name, or where it is called otherwise its value.
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
