import { z } from 'zod';
import { editsBetween } from '../../../base/text-bounds.ts';
import { controlTypes, type ControlType } from '#contract/model/elements/element';
import { quoted } from '#contract/foreign-text';

/** A control type in any case, e.g. `button`. */
export const controlType = z.string().superRefine((text, context) => {
  if (knownType(text) === undefined) context.addIssue({ code: 'custom', message: unknownType(text) });
});

/** Several, separated by commas. */
export const controlTypeList = z.string().superRefine((text, context) => {
  const unknown = split(text).find((part) => knownType(part) === undefined);
  if (unknown !== undefined) context.addIssue({ code: 'custom', message: unknownType(unknown) });
});

/** The type as it is written. Only for text that {@link controlType} has accepted. */
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
