import { z } from 'zod';
import { controlTypes, type ControlType } from '#contract/model/elements/element';
import { quoted } from '#contract/foreign-text';
import { editsBetween } from '../../../base/text-bounds.ts';

/** A control type in any case, e.g. `button`. */
const controlType = z.string().superRefine((text, context) => {
  if (knownType(text) === undefined) context.addIssue({ code: 'custom', message: unknownType(text) });
});

/** Several, separated by commas. */
export const controlTypeList = z.string().superRefine((text, context) => {
  const unknown = split(text).find((part) => knownType(part) === undefined);
  if (unknown !== undefined) context.addIssue({ code: 'custom', message: unknownType(unknown) });
});

/** An element in results and lists. */
const elementWords =
  'The element: its ref, such as e12, its element id, its label in the last list, or a point that it is at, such as 480,330.';

/** Maximum timeout, in milliseconds. */
const longestWaitMs = 600_000;

export const window = z
  .string()
  .min(1)
  .describe(
    'The window: its handle (0x… or decimal), title, program, class or pid, or a part of its title that no other has. By default, the one in front.',
  );
export const element = z.string().min(1).describe(elementWords);
export const parent = z.string().min(1).describe('Search only below this element: its ref or element id.');
export const name = z
  .string()
  .min(1)
  .describe('Its name or a part of it, ignoring case. Where one element is wanted, an exact name wins.');
export const type = controlType.describe('Its control type in any case, e.g. Button, Edit, ListItem.');
export const automationId = z.string().min(1).describe('Its automation id, exactly.');
export const selector = z
  .string()
  .min(1)
  .describe('Instead of name, type and id: a selector such as role=Button name="Save", as results suggest them.');

export const wait = (defaultMs: number, what: string) =>
  z.number().int().nonnegative().max(longestWaitMs).default(defaultMs).describe(`Milliseconds to wait for ${what}.`);

/** Search criteria. */
export const criteria = {
  name: name.optional(),
  control_type: type.optional(),
  automation_id: automationId.optional(),
  selector: selector.optional(),
  parent: parent.optional(),
  window: window.optional(),
};

/** The same for one element, which may be known already. */
export const target = { element: element.optional(), ...criteria };

export const maxDepth = z.number().int().nonnegative().max(200);

/** The canonical control type. Only for text that {@link controlType} has accepted. */
export function toControlType(text: string): ControlType {
  const known = knownType(text);
  if (known === undefined) throw new Error(`${text} was not checked.`);
  return known;
}

export function toControlTypes(list: string): readonly ControlType[] {
  return split(list).map(toControlType);
}

function split(list: string): readonly string[] {
  return list.split(',').map((part) => part.trim());
}

function knownType(text: string): ControlType | undefined {
  const wanted = text.trim().toLowerCase();
  return controlTypes.find((type) => type.toLowerCase() === wanted);
}

function unknownType(text: string): string {
  const wanted = text.trim().toLowerCase();
  const [best] = controlTypes
    .map((type) => ({ type, edits: editsBetween(wanted, type.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const near = best && best.edits <= Math.max(2, wanted.length / 2) ? ` Did you mean ${best.type}?` : '';
  return `there is no control type ${quoted(text)}.${near} Known are ${controlTypes.join(', ')}`;
}
