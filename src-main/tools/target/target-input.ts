import { z } from 'zod';
import { quoted, word } from '#contract/foreign-text';
import { shortSelector } from '#contract/model/elements/selector';
import { windowRole } from '#contract/model/schemas/window';
import { toHandle, windowInWords, type WindowQuery } from '#contract/model/windows/window-query';
import { plainText } from '../arguments/argument-values.ts';

/** Default timeout of a selector, in milliseconds. Ids do not wait: they were just listed. */
export const selectorTimeoutMs = 5_000;

/** A native handle, as listed or as a plain number. */
const handleField = z.union([
  z.number().int().nonnegative(),
  z.string().regex(/^(0x[0-9a-f]+|\d+)$/i, 'expected 0x… or a number'),
]);

/** How arguments identify a window; all that are given must match. */
export const windowNaming = {
  called: z
    .string()
    .min(1)
    .optional()
    .describe('As a person names it: its title, program, class, pid or handle, or a part of its title.'),
  title: z.string().min(1).optional().describe('A part of its title, in any case; an exact title wins.'),
  app: z.string().min(1).optional().describe('Its program, e.g. galculator or chrome.'),
  class_name: z.string().optional(),
  role: windowRole.optional().describe('dialog: it belongs to another window, or says that it is one; main: neither.'),
  owner: z.string().min(1).optional().describe('The title of the window it belongs to, where several are called so.'),
  handle: handleField.optional().describe('Its handle: 0x… or decimal.'),
};
export type WindowNaming = z.output<z.ZodObject<typeof windowNaming>>;

/** The arguments in the form of {@link whichWindow}. */
export function queryOf({ called, title, app, class_name: className, role, owner, handle }: WindowNaming): WindowQuery {
  return {
    ...(called !== undefined && windowInWords(called)),
    ...(title !== undefined && { title }),
    ...(app !== undefined && { app }),
    ...(className !== undefined && { className }),
    ...(role !== undefined && { role }),
    ...(owner !== undefined && { owner }),
    ...(handle !== undefined && { handle: toHandle(handle) }),
  };
}

/** The owner of a window only narrows other matches. */
export function isNamed(naming: WindowNaming): boolean {
  return Object.keys(queryOf({ ...naming, owner: undefined })).length > 0;
}

/** The argument `window` of UFO's tools, which recordings contain: it may be outdated. */
export const windowArgument = z
  .strictObject({
    ...windowNaming,
    title: z
      .string()
      .optional()
      .describe('A part of its title, in any case; an exact title wins. Empty: a dialog that has none.'),
  })
  .refine(isNamed, 'name its title, app or handle')
  .refine(({ title, role }) => title !== '' || role === 'dialog', 'an empty title names only a dialog: add its role');
plainText.add(windowArgument, { field: 'called' });
export type WindowArgument = z.output<typeof windowArgument>;

export function queryOfArgument(window: WindowArgument): WindowQuery {
  return { ...queryOf(window), remembered: true };
}

export const timeoutField = z
  .number()
  .int()
  .nonnegative()
  .max(600_000)
  .optional()
  .describe('Milliseconds to wait for window and element; 5000 with a selector, 0 with an id.');

export const windowFields = {
  window: windowArgument.optional().describe('The window to work in; the selected one by default.'),
  timeout_ms: timeoutField,
};

/** The arguments with which element tools name their element. */
export const targetFields = {
  id: z
    .string()
    .optional()
    .describe(
      'Id of the control from the last listing; or its ref, such as e12, its element id, or a point that it is at.',
    ),
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

/** False if a call names only a window. */
export function namesElement({ id, selector }: Pick<TargetInput, 'id' | 'selector'>): boolean {
  return Boolean(id) || selector !== undefined;
}

/** How a permission question names the element. */
export function describeTargetInput(input: Pick<TargetInput, 'id' | 'name' | 'selector'>): string {
  if (input.name) return quoted(input.name);
  if (input.selector) return `the element ${quoted(shortSelector(input.selector), Infinity)}`;
  return input.id ? `the control ${word(input.id)}` : 'the window';
}
