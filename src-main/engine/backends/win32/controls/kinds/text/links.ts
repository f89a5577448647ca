import { maxLinks } from '#contract/model/elements/element-facts';
import type { RawLink } from '../../../../../backend.ts';
import { partId } from '../../ids.ts';
import type { Control } from '../../access/control.ts';
import type { Part } from '../kind.ts';

/** A part of a control as another element tells about it. */
export function linkTo(control: Control, { key, name, controlType }: Part): RawLink {
  return { runtimeId: partId(control.window, [key]), name, controlType };
}

/** Parts by their numbers, as many as a list of links holds. */
export function linksTo(
  control: Control,
  indices: readonly number[],
  read: (index: number) => Part | undefined,
): readonly RawLink[] {
  const parts = indices.slice(0, maxLinks).map(read);
  return parts.filter((part) => part !== undefined).map((part) => linkTo(control, part));
}
