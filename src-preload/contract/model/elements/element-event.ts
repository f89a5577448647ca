import type { ControlType, ElementId } from './element.ts';

/** What an event is about, alike on every platform. */
export const eventKinds = [
  'focus',
  'name',
  'value',
  'text',
  'state',
  'selection',
  'structure',
  'bounds',
  'window',
  'other',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Something that the app of a window announced. */
export interface ElementEvent {
  /** Counts from 1 for each window. */
  readonly sequence: number;
  /** When it came, in milliseconds since the epoch. */
  readonly at: number;
  readonly kind: EventKind;
  /** As the platform names it, e.g. `object:state-changed:focused`. */
  readonly name: string;
  readonly element: EventElement | null;
  /** What is different now, e.g. `“7” → “8”` or `focused: on`; empty if the app does not report, or in a password field. */
  readonly change: string;
}

/** The element that an event is about. */
export interface EventElement {
  readonly id: ElementId;
  /** Null for an element that is gone, belongs to another window of the app, or came in a burst too large to read. */
  readonly controlType: ControlType | null;
  readonly name: string;
}

/** The events after the one that was asked for. */
export interface EventPage {
  readonly events: readonly ElementEvent[];
  /** The number of the last event; the next question asks for those after it. */
  readonly last: number;
  /** How many events since then are kept no longer. */
  readonly dropped: number;
}

/** Whether an event fits what was typed: each word is in its name, kind, element or change, and no word after a minus. */
export function eventFits({ kind, name, element, change }: ElementEvent, typed: string): boolean {
  const all = `${kind} ${name} ${element?.controlType ?? ''} ${element?.name ?? ''} ${change}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => (word.length > 1 && word.startsWith('-') ? !all.includes(word.slice(1)) : all.includes(word)));
}

/** As JSON Lines, one event a line. */
export function eventLines(events: readonly ElementEvent[]): string {
  return events.map((event) => `${JSON.stringify({ ...event, at: new Date(event.at).toISOString() })}\n`).join('');
}
