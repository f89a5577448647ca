import type { Rect } from '#contract/model/geometry';
import { disposable } from '../../../../base/async/disposable.ts';
import type { Answer } from '../dbus/connection.ts';
import type { Call, Message } from '../dbus/message.ts';
import { Accessibles } from '../atspi/bus/accessibles.ts';
import type { AccessibilityBus } from '../atspi/bus/bus.ts';
import { noStates, type StateSet } from '../atspi/vocabulary/states.ts';

/** ATSPI_COORD_TYPE_WINDOW */
const windowCoordinates = 1;
const rectIn = ({ x, y, width, height }: Rect) => [x, y, width, height];

/** The values of an answer: this method has four. */
const severalOf = (member: string, answer: unknown): readonly unknown[] =>
  member === 'GetRangeExtents' && Array.isArray(answer) ? (answer as readonly unknown[]) : [answer];

export const scriptedBus = ':1.7';

/** An element of a simulated app. */
export interface ScriptedElement {
  role: number;
  bounds: Rect;
  /** In its window; defaults to `bounds`. */
  inWindow?: Rect;
  children: string[];
  states?: StateSet;
  parent?: string;
  name?: string;
  /** Of its process; defaults to that of all others. */
  bus?: string;
  /** Answers to further properties and methods, by name; functions receive the arguments. */
  answers?: Readonly<Record<string, unknown>>;
}

/** Answers queries from a table of elements by path, records the queries, and emits events on request. */
export function scriptedAccessibles(elements: ReadonlyMap<string, ScriptedElement>) {
  const asked: string[] = [];
  const refOf = (path: string) => [elements.get(path)?.bus ?? scriptedBus, path];
  const answer = ({ path, member, body = [] }: Call): unknown => {
    const what = member === 'Get' ? String(body[1]) : member;
    asked.push(`${path} ${what}`);
    const known = elements.get(path);
    const {
      role = 0,
      bounds = { x: 0, y: 0, width: 0, height: 0 },
      children = [],
      states = noStates,
      parent,
      name = '',
      inWindow = bounds,
    } = known ?? {};
    switch (what) {
      case 'GetRole':
        return role;
      case 'GetState':
        return states;
      case 'GetAll':
        return new Map<string, unknown>([['ChildCount', children.length]]);
      case 'Name':
        return name;
      case 'Parent':
        return parent === undefined ? null : refOf(parent);
      case 'ChildCount':
        return children.length;
      case 'GetChildren':
        return children.map(refOf);
      case 'GetChildAtIndex':
        return refOf(children[Number(body[0])] ?? '/org/a11y/atspi/null');
      case 'GetExtents':
        return rectIn(body[0] === windowCoordinates ? inWindow : bounds);
      default: {
        const reported = known?.answers?.[what] ?? null;
        return typeof reported === 'function'
          ? (reported as (...given: readonly unknown[]) => unknown)(...body)
          : reported;
      }
    }
  };
  const listeners = new Set<(message: Message) => void>();
  const bus = {
    onSignal: (listener: (message: Message) => void) => {
      listeners.add(listener);
      return disposable(() => listeners.delete(listener));
    },
    call: (call: Call) => Promise.resolve(severalOf(call.member, answer(call))),
    ask: <T>(call: Call, _: AbortSignal, { read }: Answer<T>) => Promise.resolve(read([answer(call)])),
    request: <T>(call: Call, _: AbortSignal, { read }: Answer<T>, resolve: (value: T) => void) => {
      const value = read([answer(call)]);
      queueMicrotask(() => resolve(value));
    },
  };
  const scripted = bus as unknown as AccessibilityBus;
  const report = (message: Message) => listeners.forEach((listener) => listener(message));
  return { bus: scripted, accessibles: new Accessibles(scripted), asked, report };
}
