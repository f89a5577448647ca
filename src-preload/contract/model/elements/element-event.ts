import type { ControlType, ElementId } from './element.ts';

/** Kinds of events, the same on every platform. */
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

/** An event announced by a window's app. */
export interface ElementEvent {
  /** Counts from 1 for each window. */
  readonly sequence: number;
  /** Time of arrival, in milliseconds since the epoch. */
  readonly at: number;
  readonly kind: EventKind;
  /** The platform's name, e.g. `object:state-changed:focused`. */
  readonly name: string;
  readonly element: EventElement | null;
  /** The change, e.g. `“7” → “8”` or `focused: on`; empty if not reported, or in a password field. */
  readonly change: string;
}

/** The element of an event. */
export interface EventElement {
  readonly id: ElementId;
  /** Null for an element that is gone, belongs to another window of the app, or came in a burst too large to read. */
  readonly controlType: ControlType | null;
  readonly name: string;
}

/** The events after the requested one. */
export interface EventPage {
  readonly events: readonly ElementEvent[];
  /** Number of the last event; the next request starts after it. */
  readonly last: number;
  /** Number of events dropped since then. */
  readonly dropped: number;
}

/**
 * Whether an event matches the search text: each word occurs in its name, kind, element or change, and no word after a minus
 * does.
 */
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
