import { AppError } from '#contract/errors';
import { quoted, word } from '#contract/foreign-text';
import { describeElement, type ElementNode } from '#contract/model/elements/element';
import type { ElementQuery } from '#contract/model/elements/element-query';
import { isSameName } from '#contract/model/elements/volatile';
import { pythonList } from '../answers/python-repr.ts';
import type { ToolSession } from '../session/tool-session.ts';
import { calledBy } from './known-element.ts';
import type { TargetInput } from './target-input.ts';

/**
 * The element that UFO's arguments identify, with UFO's errors if they do not suffice.
 * @throws AppError `invalid_parameter` for a missing or unknown id, or a missing name
 */
export function queryOfTarget(session: ToolSession, { id, name, selector }: TargetInput): ElementQuery {
  if (selector !== undefined) return { selector };
  if (!id) throw new AppError('invalid_parameter', 'No control given. Set its id and name, or a selector.');
  const called = calledBy(session, id);
  if (!called) throw unknownControl(session, id);
  if (called.by !== 'label' || name !== undefined) return { called: id };
  throw new AppError('invalid_parameter', 'The name of the control is missing: id and name are required together.');
}

/**
 * The element, which must have the name that the caller gave.
 * @throws AppError `invalid_parameter` if it has another
 */
export function ofThatName(
  session: ToolSession,
  { id, name, selector }: TargetInput,
  element: ElementNode,
): ElementNode {
  if (name === undefined || name === element.name) return element;
  if (selector !== undefined && isSameName(name, element.name)) return element;
  const called = selector === undefined && id !== undefined ? calledBy(session, id) : null;
  if (called?.by !== 'label') {
    const given = quoted(selector ?? id ?? '');
    throw new AppError('invalid_parameter', `${given} is ${describeElement(element)}, not ${quoted(name)}.`);
  }
  if (name === called.listed.name) return element;
  throw new AppError(
    'invalid_parameter',
    `The name of your chosen control id ${word(id ?? '')} is ${word(element.name)}, but the name argument is ${word(name)}. Nothing was done.`,
    { hint: 'List the controls again and give id and name of the same one.' },
  );
}

function unknownControl({ controls }: ToolSession, id: string): AppError {
  if (controls.size === 0) {
    return new AppError('invalid_parameter', 'No controls available. Please call get_app_window_controls_info first.');
  }
  const known = pythonList([...controls.keys()]);
  return new AppError('invalid_parameter', `Control with id '${id}' not found. Available control ids: ${known}`);
}
