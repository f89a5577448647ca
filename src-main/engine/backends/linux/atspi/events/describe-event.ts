import { quoted } from '#contract/foreign-text';
import type { EventKind } from '#contract/model/elements/element-event';
import type { RawEvent } from '../../../../backend.ts';
import type { Message } from '../../dbus/message.ts';
import { text } from '../bus/questions.ts';
import * as names from '../vocabulary/names.ts';
import { formatRef } from '../vocabulary/ref.ts';

/** GTK 3 announces every cell that a client queries, when the cell is created: our own queries cause these events. */
const births = new Set(['widget', 'renderer', 'accessible-parent']);

const kinds: Readonly<Record<string, EventKind>> = {
  'children-changed': 'structure',
  'visible-data-changed': 'structure',
  'model-changed': 'structure',
  'row-inserted': 'structure',
  'row-deleted': 'structure',
  'row-reordered': 'structure',
  'column-inserted': 'structure',
  'column-deleted': 'structure',
  'column-reordered': 'structure',
  'bounds-changed': 'bounds',
  'selection-changed': 'selection',
  'active-descendant-changed': 'focus',
  'text-changed': 'text',
  'text-caret-moved': 'text',
  'text-selection-changed': 'selection',
};
const ofStates: Readonly<Record<string, EventKind>> = { focused: 'focus', selected: 'selection' };
const ofProperties: Readonly<Record<string, EventKind>> = { 'accessible-name': 'name', 'accessible-value': 'value' };

/** An AT-SPI event in Deskscope's terms; null if it does not describe a change of an element. */
export function describeEvent(message: Message): RawEvent | null {
  const { interface: face, member, sender, path } = message;
  const isWindow = face === names.windowEvents;
  if (!isWindow && face !== names.objectEvents) return null;
  const [detail, first, second, value] = message.body();
  const what = text(detail);
  if (member === 'PropertyChange' && births.has(what)) return null;
  const type = dashed(member);
  const name = [isWindow ? 'window' : 'object', type, what].filter((part) => part !== '').join(':');
  const runtimeId = path === names.rootPath ? null : formatRef({ bus: sender, path });
  const base = { name, runtimeId, holdsText: false, change: '' };
  if (isWindow) return { ...base, kind: 'window' };
  switch (member) {
    case 'StateChanged':
      return { ...base, kind: ofStates[what] ?? 'state', change: `${what}: ${first === 0 ? 'off' : 'on'}` };
    case 'PropertyChange':
      return { ...base, kind: ofProperties[what] ?? 'other', change: stateText(value) };
    case 'TextChanged': {
      const verb = what.startsWith('delete') ? 'deleted' : 'inserted';
      return { ...base, kind: 'text', holdsText: true, change: `${verb} ${quoted(text(value))} at ${Number(first)}` };
    }
    case 'TextCaretMoved':
      return { ...base, kind: 'text', change: `caret at ${Number(first)}` };
    case 'ChildrenChanged':
      return { ...base, kind: 'structure', change: `child ${Number(first)} ${what.replace(/:.*$/, '')}` };
    case 'Announcement':
      return { ...base, kind: 'other', holdsText: true, change: stateText(value) };
    case 'BoundsChanged':
      return { ...base, kind: 'bounds', change: boundsIn(value) };
    default:
      return { ...base, kind: kinds[type] ?? 'other', change: second === 0 || what === '' ? '' : what };
  }
}

/** `StateChanged` as `state-changed`. */
function dashed(member: string): string {
  return member.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

function stateText(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'number' && value !== 0 ? String(value) : '';
}

function boundsIn(value: unknown): string {
  if (!Array.isArray(value) || value.length !== 4 || !value.every((one) => typeof one === 'number')) return '';
  const [x, y, width, height] = value;
  return `${x}, ${y}, ${width} × ${height}`;
}
