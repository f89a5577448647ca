import koffi from 'koffi';
import { quoted } from '#contract/foreign-text';
import type { EventKind } from '#contract/model/elements/element-event';
import type { RawEvent } from '../../../../backend.ts';
import { eventIds, propertyIds } from '../../com/generated/ids.ts';
import type { EventArguments } from '../../com/handler.ts';
import { readVariant, variantSize, type VariantValue } from '../../com/variant.ts';
import type { UiaElement } from '../client.ts';
import { controlTypeOf } from '../api.ts';
import { runtimeIdOf } from '../reading/row.ts';
import { CachedProperties, type PropertyName } from '../reading/row-properties.ts';
import type { Subject } from './handler-thread.ts';

/** Properties cached with the sender of an event. */
export const senderProperties: readonly number[] = [
  propertyIds.RuntimeId,
  propertyIds.ControlType,
  propertyIds.Name,
  propertyIds.IsPassword,
  propertyIds.ProcessId,
];

const propertyNames = new Map(Object.entries(propertyIds).map(([name, id]) => [id as number, name as PropertyName]));
const eventNames = new Map(Object.entries(eventIds).map(([name, id]) => [id as number, name]));
/** `StructureChangeType` of uiautomationcore.h. */
const structureChanges = [
  'ChildAdded',
  'ChildRemoved',
  'ChildrenInvalidated',
  'ChildrenBulkAdded',
  'ChildrenBulkRemoved',
  'ChildrenReordered',
];
/** `ToggleState` and `ExpandCollapseState`. */
const states: Partial<Record<PropertyName, readonly string[]>> = {
  ToggleToggleState: ['off', 'on', 'mixed'],
  ExpandCollapseExpandCollapseState: ['collapsed', 'expanded', 'partially expanded', 'leaf'],
};
const kindsOfProperties: Partial<Record<PropertyName, EventKind>> = {
  Name: 'name',
  ValueValue: 'value',
  RangeValueValue: 'value',
  IsEnabled: 'state',
  IsOffscreen: 'state',
  ToggleToggleState: 'state',
  ExpandCollapseExpandCollapseState: 'state',
  SelectionItemIsSelected: 'selection',
  BoundingRectangle: 'bounds',
};

export interface ReadEvent {
  readonly event: RawEvent;
  /** Null if the sender does not report it. */
  readonly processId: number | null;
}

/** The handler's arguments, valid during the call; null without a sender. */
export function readEvent(subject: Subject, ...[sender, second, third]: EventArguments): ReadEvent | null {
  if (!sender) return null;
  const properties = new CachedProperties(Number(sender) as UiaElement);
  const controlType = properties.number('ControlType');
  const row = controlType !== null && {
    controlType: controlTypeOf(controlType),
    name: properties.text('Name'),
    states: properties.is('IsPassword') ? (['password'] as const) : [],
  };
  const base = { runtimeId: runtimeIdOf(properties), ...(row && { row }) };
  return { event: { ...base, ...saying(subject, second, third) }, processId: properties.number('ProcessId') };
}

type Saying = Pick<RawEvent, 'kind' | 'name' | 'change' | 'holdsText'>;

function saying(subject: Subject, second: EventArguments[1], third: EventArguments[2]): Saying {
  switch (subject) {
    case 'focus':
      return { kind: 'focus', name: 'AutomationFocusChanged', change: '', holdsText: false };
    case 'structure': {
      const change = structureChanges[int32(second)] ?? '';
      return { kind: 'structure', name: `StructureChanged ${change}`.trim(), change, holdsText: false };
    }
    case 'property':
      return propertySaying(int32(second), variantAt(third));
    case 'opening': {
      const name = eventNames.get(int32(second)) ?? String(int32(second));
      return { kind: kindOf(name), name, change: '', holdsText: false };
    }
  }
}

function propertySaying(id: number, value: VariantValue): Saying {
  const name = propertyNames.get(id);
  const description = (name && typeof value === 'number' && states[name]?.[value]) || inWords(value);
  return {
    kind: (name && kindsOfProperties[name]) ?? 'other',
    name: `PropertyChanged ${name ?? id}`,
    change: description,
    holdsText: name === 'ValueValue',
  };
}

function kindOf(name: string): EventKind {
  if (name.startsWith('Window_') || name.startsWith('Menu') || name.startsWith('ToolTip')) return 'window';
  if (name.startsWith('Selection') || name.endsWith('SelectionChanged')) return 'selection';
  if (name.startsWith('Text_')) return 'text';
  return name === 'LayoutInvalidated' ? 'structure' : 'other';
}

function inWords(value: VariantValue): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') return quoted(value);
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The upper half of a register with a 32-bit value is undefined. */
function int32(value: number | bigint): number {
  return Number(BigInt.asIntN(32, BigInt(value)));
}

function variantAt(address: number | bigint): VariantValue {
  if (!address) return undefined;
  const bytes = Uint8Array.from(koffi.decode(BigInt(address), 'uint8', variantSize) as Uint8Array);
  return readVariant(new DataView(bytes.buffer));
}
