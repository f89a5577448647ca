import { sleep } from '../../base/async/deadline.ts';
import { conditionMs, lookedFor, type Condition } from '#contract/model/recordings/condition';
import { matchWindows } from '#contract/model/windows/window-query';
import type { LookContext } from '../define-tool.ts';
import { listWindows, lookEveryMs } from '../target/windows/target-window.ts';
import { missing, type Scene } from './holds.ts';

/**
 * Looks until the condition holds, as long as it may take.
 * @returns null where it holds; else what is so instead, as a sentence without its end
 */
export async function unmet(
  context: Pick<LookContext, 'engine' | 'signal'>,
  condition: Condition,
): Promise<string | null> {
  const until = Date.now() + (condition.forMs ?? conditionMs);
  for (;;) {
    const isLastLook = Date.now() >= until;
    const found = await contradiction(context, condition);
    if (found === null || isLastLook) return found;
    await sleep(lookEveryMs, context.signal);
  }
}

async function contradiction(
  context: Pick<LookContext, 'engine' | 'signal'>,
  condition: Condition,
): Promise<string | null> {
  if (condition.type === 'window') return windowContradicts(context, condition);
  // Nothing was done: whatever is there was there before.
  const scene: Scene = { context, before: [], window: '0x0', own: () => Promise.resolve(null) };
  const found = await missing(scene, lookedFor(condition));
  if (condition.is) return found;
  if (found === null) return { shows: 'it shows', state: 'it is', text: 'it does' }[condition.type];
  // Of what is not there no one can say that it is otherwise.
  if (condition.type === 'shows') return null;
  const { element, window } = condition;
  const isThere = await missing(scene, { type: 'shows', element, window });
  return isThere === null ? null : found;
}

/** The very title, or a part of it: a lone window of the app is not the one that is asked for. */
async function windowContradicts(
  context: Pick<LookContext, 'engine' | 'signal'>,
  { window: { className: _, ...match }, is }: Condition,
): Promise<string | null> {
  const isOpen = matchWindows(await listWindows(context, {}), match).length > 0;
  if (isOpen === is) return null;
  return isOpen ? 'it is' : 'it is not';
}
