import type { Rect } from '#contract/model/geometry';
import type { AccessibilityBus } from './bus.ts';
import * as names from './names.ts';
import { refFrom, type Ref } from './ref.ts';
import type { StateSet } from './states.ts';

/** Where AT-SPI's coordinates start: the screen. Windows and parents are answered wrongly by Qt. */
export const screenCoordinates = 0;

/**
 * Single facts about accessible objects. Always one property at a time: reading all of them at once crashes Qt 5.15.
 * Every method throws what {@link AccessibilityBus.call} throws.
 */
export class Accessibles {
  readonly #bus: AccessibilityBus;

  constructor(bus: AccessibilityBus) {
    this.#bus = bus;
  }

  async call(
    ref: Ref,
    face: string,
    member: string,
    signal: AbortSignal,
    signature?: string,
    body?: readonly unknown[],
  ): Promise<unknown> {
    const arguments_ = signature === undefined ? {} : { signature, body: body ?? [] };
    const call = { destination: ref.bus, path: ref.path, interface: face, member, ...arguments_ };
    return (await this.#bus.call(call, signal))[0];
  }

  property(ref: Ref, face: string, name: string, signal: AbortSignal): Promise<unknown> {
    return this.call(ref, names.properties, 'Get', signal, 'ss', [face, name]);
  }

  async name(ref: Ref, signal: AbortSignal): Promise<string> {
    return text(await this.property(ref, names.accessible, 'Name', signal));
  }

  async description(ref: Ref, signal: AbortSignal): Promise<string> {
    return text(await this.property(ref, names.accessible, 'Description', signal));
  }

  /** The developer's own name for the element, where the toolkit has such a thing. */
  async accessibleId(ref: Ref, signal: AbortSignal): Promise<string> {
    return text(await this.property(ref, names.accessible, 'AccessibleId', signal));
  }

  async childCount(ref: Ref, signal: AbortSignal): Promise<number> {
    return number(await this.property(ref, names.accessible, 'ChildCount', signal));
  }

  async role(ref: Ref, signal: AbortSignal): Promise<number> {
    return number(await this.call(ref, names.accessible, 'GetRole', signal));
  }

  async states(ref: Ref, signal: AbortSignal): Promise<StateSet> {
    return stateSet(await this.call(ref, names.accessible, 'GetState', signal));
  }

  /** Short names such as `Action`. */
  async interfaces(ref: Ref, signal: AbortSignal): Promise<ReadonlySet<string>> {
    return interfaceSet(await this.call(ref, names.accessible, 'GetInterfaces', signal));
  }

  async attributes(ref: Ref, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const found = await this.call(ref, names.accessible, 'GetAttributes', signal);
    return found instanceof Map ? (found as Map<string, string>) : new Map();
  }

  async parent(ref: Ref, signal: AbortSignal): Promise<Ref | null> {
    return refFrom(await this.property(ref, names.accessible, 'Parent', signal));
  }

  async indexInParent(ref: Ref, signal: AbortSignal): Promise<number> {
    return number(await this.call(ref, names.accessible, 'GetIndexInParent', signal));
  }

  async children(ref: Ref, signal: AbortSignal): Promise<readonly Ref[]> {
    return refs(await this.call(ref, names.accessible, 'GetChildren', signal));
  }

  async childAt(ref: Ref, index: number, signal: AbortSignal): Promise<Ref | null> {
    return refFrom(await this.call(ref, names.accessible, 'GetChildAtIndex', signal, 'i', [index]));
  }

  /** As the toolkit says, uncorrected; see `toolkits.ts`. */
  async extents(ref: Ref, signal: AbortSignal): Promise<Rect> {
    return rect(await this.call(ref, names.component, 'GetExtents', signal, 'u', [screenCoordinates]));
  }

  /** The app's own hit test; most toolkits answer one level at a time. */
  async childAtPoint(ref: Ref, x: number, y: number, signal: AbortSignal): Promise<Ref | null> {
    const body = [x, y, screenCoordinates];
    return refFrom(await this.call(ref, names.component, 'GetAccessibleAtPoint', signal, 'iiu', body));
  }

  /** Text of the element, at most `limit` characters of it. */
  async text(ref: Ref, limit: number, signal: AbortSignal): Promise<string> {
    return text(await this.call(ref, names.text, 'GetText', signal, 'ii', [0, limit]));
  }

  async characterCount(ref: Ref, signal: AbortSignal): Promise<number> {
    return number(await this.property(ref, names.text, 'CharacterCount', signal));
  }

  async currentValue(ref: Ref, signal: AbortSignal): Promise<number> {
    return number(await this.property(ref, names.value, 'CurrentValue', signal));
  }
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

export function stateSet(value: unknown): StateSet {
  const [low, high] = Array.isArray(value) ? (value as unknown[]) : [];
  return [number(low), number(high)];
}

const interfacePrefix = /^org\.a11y\.atspi\./;

export function interfaceSet(value: unknown): ReadonlySet<string> {
  const found = Array.isArray(value) ? value : [];
  return new Set(found.map((name) => text(name).replace(interfacePrefix, '')));
}

export function refs(value: unknown): readonly Ref[] {
  const found = Array.isArray(value) ? value : [];
  return found.map(refFrom).filter((ref) => ref !== null);
}

function rect(value: unknown): Rect {
  const [x, y, width, height] = (Array.isArray(value) ? (value as unknown[]) : []).map(number);
  return { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
}
