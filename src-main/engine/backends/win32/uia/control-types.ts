import { controlTypes, type ControlType } from '#contract/model/elements/element';
import { controlTypeIds } from '../com/generated/ids.ts';

/** The numbers of UI Automation's control types, which are also the contract's vocabulary. */
const byNumber = new Map<unknown, ControlType>(controlTypes.map((type) => [controlTypeIds[type], type]));

/** `Custom` where the provider says none, or one that is newer than we. */
export function controlTypeOf(number: unknown): ControlType {
  return byNumber.get(number) ?? 'Custom';
}
