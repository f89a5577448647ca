import type { ToolContext } from '../define-tool.ts';
import { resolveUsable } from '../target/resolve-target.ts';
import { isSeen } from '../target/seen-controls.ts';
import type { TargetInput } from '../target/target-input.ts';
import { enterText, type EditField } from './enter-text.ts';
import { holdsText } from './holds-text.ts';

export interface Filled {
  readonly field: EditField;
  /** The field was read back and holds the text; false where no one can read it. */
  readonly verified: boolean;
  /** By keys. */
  readonly typed: boolean;
}

/**
 * Enters text in the field a call means, instead of what is there or behind it, and reads it back.
 * @throws AppError as `resolveUsable`, and `not_verified` where the field then holds something else
 */
export async function fill(
  context: ToolContext,
  input: TargetInput & { readonly text: string; readonly replace: boolean; readonly byKeys?: boolean },
): Promise<Filled> {
  const { text, replace, byKeys = false } = input;
  const { engine, signal } = context;
  const target = await resolveUsable(context, input);
  const field = isSeen(target.element)
    ? { ...target.element, patterns: [] }
    : await engine.details({ element: target.element.id }, { signal });
  const wanted = replace || field.value === null ? text : field.value + text;
  const { typed } = await enterText(context, { ...target, field, text, replace, wanted, byKeys });
  const known = !isSeen(field) && (replace || field.value !== null);
  return { field, typed, verified: known && (await holdsText(context, field, wanted)) };
}
