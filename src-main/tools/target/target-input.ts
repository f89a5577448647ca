import { z } from 'zod';
import { quoted, word } from '#contract/foreign-text';

/** How long a selector waits for its element where nobody says, in milliseconds. Ids do not wait: they were just listed. */
export const selectorTimeoutMs = 5_000;

/** A native handle, as the lists say it or as a plain number. */
export const handleField = z.union([
  z.number().int().nonnegative(),
  z.string().regex(/^(0x[0-9a-f]+|\d+)$/i, 'expected 0x… or a number'),
]);

/** Which window is meant; the selected one where missing. Matched as recordings are: app first, then title. */
export const windowQuery = z
  .strictObject({
    title: z.string().optional().describe('Its title, or a part of it.'),
    app: z.string().optional().describe('File name of its executable, e.g. galculator.'),
    class_name: z.string().optional(),
    handle: handleField.optional().describe('Its native handle.'),
  })
  .refine(
    (query) => Object.values(query).some((value) => value !== undefined),
    'name title, app, class_name or handle',
  );
export type WindowQuery = z.output<typeof windowQuery>;

export const timeoutField = z
  .number()
  .int()
  .nonnegative()
  .max(600_000)
  .optional()
  .describe('Milliseconds to wait for window and element; 5000 with a selector, 0 with an id.');

export const windowFields = {
  window: windowQuery.optional().describe('The window to work in; the selected one where missing.'),
  timeout_ms: timeoutField,
};

/** The arguments by which every element tool says which element it means. */
export const targetFields = {
  id: z.string().optional().describe('Id of the control from the last listing.'),
  name: z.string().optional().describe('Its exact name; refused when it is not the name of that control.'),
  selector: z.string().optional().describe('Instead of an id: a selector such as role=Button name="Save".'),
  alternatives: z
    .array(z.string())
    .max(50)
    .optional()
    .describe('Selectors to fall back to, best first, when the first matches nothing; the result says so.'),
  ...windowFields,
};

export const targetInput = z.object(targetFields);
export type TargetInput = z.output<typeof targetInput>;

/** How a permission question names the element. */
export function describeTargetInput(input: Pick<TargetInput, 'id' | 'name' | 'selector'>): string {
  if (input.name) return quoted(input.name);
  if (input.selector) return `the element ${quoted(input.selector, Infinity)}`;
  return input.id ? `the control ${word(input.id)}` : 'the window';
}
