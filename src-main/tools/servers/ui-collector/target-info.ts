import { z } from 'zod';
import type { ElementNode } from '#contract/model/elements/element';
import type { Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { isSeen } from '../../target/in-picture/seen-controls.ts';

/** `[left, top, right, bottom]` in physical screen pixels: how UFO writes rectangles. */
export type Ltrb = readonly [left: number, top: number, right: number, bottom: number];

/** UFO's `TargetInfo` (aip/messages.py): what an agent may choose. */
export interface TargetInfo {
  readonly kind: 'window' | 'control';
  readonly name: string;
  /** Valid until the next listing. */
  readonly id: string;
  readonly type: string;
  readonly rect: Ltrb | null;
  /** Of a text that only the picture shows: who knows of it. */
  readonly source?: 'picture';
}

/** {@link TargetInfo} as a schema. */
export const targetInfo = z.looseObject({
  kind: z.enum(['window', 'control']),
  name: z.string(),
  id: z.string(),
  type: z.string(),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  source: z.literal('picture').optional(),
});

/** Windows carry no rectangle here: UFO fills it for controls only. */
export function windowTarget(id: string, window: WindowInfo): TargetInfo {
  return { kind: 'window', name: window.title, id, type: 'Window', rect: null };
}

export function controlTarget(id: string, control: ElementNode): TargetInfo {
  const rect = control.bounds && toLtrb(control.bounds);
  const info = { kind: 'control', name: control.name, id, type: control.controlType, rect } as const;
  return isSeen(control) ? { ...info, source: 'picture' } : info;
}

export function toLtrb({ x, y, width, height }: Rect): Ltrb {
  return [x, y, x + width, y + height];
}
