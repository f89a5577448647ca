import { z } from 'zod';
import { hasState, type ElementNode } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Rect } from '#contract/model/geometry';
import { isSeen } from '../../target/in-picture/seen-controls.ts';

/** UFO's control-info fields; then those that only its documentation promises. */
export const controlFields = [
  'control_type',
  'control_id',
  'control_class',
  'control_name',
  'control_rect',
  'control_text',
  'control_title',
  'selected',
  'source',
  'process_id',
  'class_name',
  'is_visible',
  'is_enabled',
] as const;
type ControlField = string;

export const fieldList = z
  .array(z.enum(controlFields as readonly [string, ...string[]]))
  .default([])
  .describe(`Fields wanted; all where empty. Known: ${controlFields.join(', ')}.`);

type ControlInfo = Readonly<Record<ControlField, unknown>>;

export function describeWindow(window: WindowInfo, fields: readonly string[]): ControlInfo {
  return choose(fields, {
    control_type: 'Window',
    control_id: '',
    control_class: window.className,
    control_name: window.title,
    control_rect: toLtrb(window.bounds),
    control_text: window.title,
    control_title: window.title,
    selected: null,
    source: '',
    process_id: window.processId,
    class_name: window.className,
    is_visible: window.state !== 'minimized',
    is_enabled: true,
  });
}

/** `class` is the platform's term for the element: a toolkit's class name or role. */
export function describeControl(control: ElementNode, window: WindowInfo, fields: readonly string[]): ControlInfo {
  return choose(fields, {
    control_type: control.controlType,
    control_id: control.automationId,
    control_class: control.role,
    control_name: control.name,
    control_rect: control.bounds && toLtrb(control.bounds),
    control_text: control.name,
    control_title: control.name,
    selected: hasState(control, 'selectable') ? hasState(control, 'selected') : null,
    source: isSeen(control) ? 'picture' : 'uia',
    process_id: window.processId,
    class_name: control.role,
    is_visible: hasState(control, 'visible'),
    is_enabled: hasState(control, 'enabled'),
  });
}

function choose(fields: readonly string[], all: ControlInfo): ControlInfo {
  return fields.length === 0 ? all : Object.fromEntries(fields.map((field) => [field, all[field]]));
}

/** `[left, top, right, bottom]` in physical screen pixels: how UFO writes rectangles. */
type Ltrb = readonly [left: number, top: number, right: number, bottom: number];

/** UFO's `TargetInfo` (aip/messages.py): an agent's choice. */
interface TargetInfo {
  readonly kind: 'window' | 'control';
  readonly name: string;
  /** Valid until the next listing. */
  readonly id: string;
  readonly type: string;
  readonly rect: Ltrb | null;
  /** Source of a text that only the picture shows. */
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

function toLtrb({ x, y, width, height }: Rect): Ltrb {
  return [x, y, x + width, y + height];
}
