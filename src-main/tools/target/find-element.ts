import { quoted, word } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import { describeElement, type ElementNode } from '#contract/model/element';
import type { WindowInfo } from '#contract/model/window';
import type { ToolContext } from '../define-tool.ts';
import { pythonList } from '../answers/python-repr.ts';
import { ownSelector } from './own-selector.ts';
import { isSeen } from './seen-controls.ts';
import type { TargetInput } from './target-input.ts';

/** How many candidates of an ambiguous selector are listed with a narrower one each. */
const maxCandidates = 5;

/**
 * The control as it was listed under an id.
 * @throws AppError `invalid_parameter` for a missing or unknown id, or a missing name
 */
export function listedControl({ session }: ToolContext, { id, name }: Pick<TargetInput, 'id' | 'name'>): ElementNode {
  const { controls } = session;
  if (!id) throw new AppError('invalid_parameter', 'Which control? Give its id and name, or a selector.');
  if (controls.size === 0) {
    throw new AppError('invalid_parameter', 'No controls available. Please call get_app_window_controls_info first.');
  }
  const listed = controls.get(id);
  if (!listed) {
    const known = pythonList([...controls.keys()]);
    throw new AppError('invalid_parameter', `Control with id '${id}' not found. Available control ids: ${known}`);
  }
  if (name !== undefined) return listed;
  throw new AppError('invalid_parameter', 'The name of the control is missing: id and name go together.');
}

/**
 * A listed control as it is now.
 * @throws AppError `invalid_parameter` where the name is not the control's, `element_stale` where it is gone
 */
export async function lookAtListed(
  context: ToolContext,
  listed: ElementNode,
  { id, name }: Pick<TargetInput, 'id' | 'name'>,
): Promise<ElementNode> {
  const now = isSeen(listed)
    ? listed
    : await context.engine.details({ element: listed.id }, { signal: context.signal });
  if (name === listed.name || name === now.name) return now;
  throw new AppError(
    'invalid_parameter',
    `The name of your chosen control id ${word(id ?? '')} is ${word(now.name)}, but the name argument is ${word(name ?? '')}. Nothing was done.`,
    { hint: 'List the controls again and give id and name of the same one.' },
  );
}

/**
 * The one element of the window that a selector matches, null where there is none.
 * @throws AppError `multiple_matches` with `candidates`
 */
export async function lookBySelector(
  context: ToolContext,
  window: WindowInfo,
  selector: string,
): Promise<ElementNode | null> {
  const { engine, signal } = context;
  const found = await engine.find({ window: window.id, selector, limit: maxCandidates }, { signal });
  if (found.total <= 1) return found.matches[0] ?? null;
  throw await ambiguous(context, selector, found.matches, found.total);
}

async function ambiguous(
  context: ToolContext,
  selector: string,
  matches: readonly ElementNode[],
  total: number,
): Promise<AppError> {
  const candidates = [];
  for (const element of matches) candidates.push(await candidate(context, element));
  const list = candidates.map((c) => `${c.element} at ${c.place}: ${c.selector ?? 'no narrower selector'}`).join('\n');
  return new AppError('multiple_matches', `${total} elements match ${quoted(selector)}:\n${list}`, {
    delivery: 'not_delivered',
    data: { total, candidates },
  });
}

async function candidate(context: ToolContext, element: ElementNode) {
  const { bounds } = element;
  return {
    id: element.id,
    element: describeElement(element),
    selector: await ownSelector(context, element.id),
    place: bounds ? `${bounds.x}, ${bounds.y}` : 'no place',
  };
}
