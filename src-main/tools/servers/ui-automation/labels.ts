import type { LookContext } from '../../define-tool.ts';
import { knownElement } from '../../target/known-element.ts';
import { look, type Target } from './locate.ts';

/** No more matches than these are looked at before anything is permitted. */
const looked = 5;

/** What the elements are called that an action would work on, as far as they are there yet. */
export async function labelsOf(
  context: LookContext,
  wanted: Target & { readonly value?: unknown },
): Promise<readonly string[]> {
  const { element, name, selector, control_type, automation_id, value } = wanted;
  const said = [name, selector, value].filter((text) => typeof text === 'string');
  if (element !== undefined) return [...said, (await knownElement(context, element)).element.name];
  if ([name, selector, control_type, automation_id].every((field) => field === undefined)) return said;
  const { matches } = await look(context, wanted, { windowTitle: '', elements: 0 }, looked);
  return [...said, ...matches.map((match) => match.name)];
}
