import type { LookContext } from '../../define-tool.ts';
import { look, type Target } from './locate.ts';

/** No more matches than these are looked at before anything is permitted. */
const looked = 5;

/** What the matches are called that an action would work on, as far as they are there yet; the runner adds the selector. */
export async function labelsOf(
  context: LookContext,
  target: Target & { readonly value?: unknown },
): Promise<readonly string[]> {
  const { element, name, selector, control_type, automation_id, value } = target;
  const said = [name, value].filter((text) => typeof text === 'string');
  if ([element, name, selector, control_type, automation_id].every((field) => field === undefined)) return said;
  const { matches } = await look(context, target, { windowTitle: '', elements: 0 }, looked);
  return [...said, ...matches.map((match) => match.name)];
}
