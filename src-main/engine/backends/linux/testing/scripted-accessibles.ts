import type { Rect } from '#contract/model/geometry';
import type { Answer } from '../dbus/connection.ts';
import type { Call } from '../dbus/message.ts';
import { Accessibles } from '../atspi/bus/accessibles.ts';
import type { AccessibilityBus } from '../atspi/bus/bus.ts';

export const scriptedBus = ':1.7';

/** One element of an app that a test plays. */
export interface ScriptedElement {
  role: number;
  bounds: Rect;
  children: string[];
}

/** Answers questions from a table of elements by path, and keeps what was asked. */
export function scriptedAccessibles(elements: ReadonlyMap<string, ScriptedElement>) {
  const asked: string[] = [];
  const answer = ({ path, member, body = [] }: Call): unknown => {
    const what = member === 'Get' ? String(body[1]) : member;
    asked.push(`${path} ${what}`);
    const { role = 0, bounds = { x: 0, y: 0, width: 0, height: 0 }, children = [] } = elements.get(path) ?? {};
    switch (what) {
      case 'GetRole':
        return role;
      case 'GetState':
        return [0, 0];
      case 'GetAll':
        return new Map<string, unknown>([['ChildCount', children.length]]);
      case 'ChildCount':
        return children.length;
      case 'GetChildren':
        return children.map((child) => [scriptedBus, child]);
      case 'GetExtents':
        return [bounds.x, bounds.y, bounds.width, bounds.height];
      default:
        return null;
    }
  };
  const bus = {
    call: (call: Call) => Promise.resolve([answer(call)]),
    ask: <T>(call: Call, _: AbortSignal, { read }: Answer<T>) => Promise.resolve(read([answer(call)])),
  };
  return { accessibles: new Accessibles(bus as unknown as AccessibilityBus), asked };
}
