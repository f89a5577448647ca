import type { Rect } from '#contract/model/geometry';
import * as names from '../vocabulary/names.ts';
import type { Call } from '../../dbus/message.ts';
import type { Ref } from '../vocabulary/ref.ts';
import type { StateSet } from '../vocabulary/states.ts';
import type { AccessibilityBus } from './bus.ts';
import * as questions from './questions.ts';
import type { Coordinates, Question } from './questions.ts';

import { number } from './questions.ts';

export { content, interfaceSet, number, refs, stateSet, text } from './questions.ts';

const none: readonly unknown[] = [];

/**
 * Typed queries about accessible objects; {@link Accessibles.ask} sends any query. Every method throws what {@link
 * AccessibilityBus.call} throws.
 */
export class Accessibles {
  readonly #bus: AccessibilityBus;
  /** Apps by bus name; bus names are never reused. */
  readonly #countFromWindow = new Set<string>();

  constructor(bus: AccessibilityBus) {
    this.#bus = bus;
  }

  /** From now on, all positions of this app are queried relative to its window, not to the screen. */
  countFromWindow(bus: string): void {
    this.#countFromWindow.add(bus);
  }

  #coordinates({ bus }: Ref): Coordinates {
    return this.#countFromWindow.has(bus) ? 'window' : 'screen';
  }

  ask<T>(ref: Ref, question: Question<T>, signal: AbortSignal): Promise<T> {
    return this.#bus.ask(callOf(ref, question), signal, question);
  }

  /** Same without a promise: one of the two functions is called once. They must not throw. */
  request<T>(
    ref: Ref,
    question: Question<T>,
    signal: AbortSignal,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): void {
    this.#bus.request(callOf(ref, question), signal, question, resolve, reject);
  }

  /** The first value of the answer; most methods return only one. */
  async call(...call: Parameters<Accessibles['callAll']>): Promise<unknown> {
    return (await this.callAll(...call))[0];
  }

  async callAll(
    ref: Ref,
    face: string,
    member: string,
    signal: AbortSignal,
    signature?: string,
    body?: readonly unknown[],
  ): Promise<readonly unknown[]> {
    const arguments_ = signature === undefined ? {} : { signature, body: body ?? [] };
    return this.#bus.call({ destination: ref.bus, path: ref.path, interface: face, member, ...arguments_ }, signal);
  }

  property(ref: Ref, face: string, name: string, signal: AbortSignal): Promise<unknown> {
    return this.call(ref, names.properties, 'Get', signal, 'ss', [face, name]);
  }

  name(ref: Ref, signal: AbortSignal): Promise<string> {
    return this.ask(ref, questions.name, signal);
  }

  description(ref: Ref, signal: AbortSignal): Promise<string> {
    return this.ask(ref, questions.description, signal);
  }

  accessibleId(ref: Ref, signal: AbortSignal): Promise<string> {
    return this.ask(ref, questions.accessibleId, signal);
  }

  childCount(ref: Ref, signal: AbortSignal): Promise<number> {
    return this.ask(ref, questions.childCount, signal);
  }

  role(ref: Ref, signal: AbortSignal): Promise<number> {
    return this.ask(ref, questions.role, signal);
  }

  states(ref: Ref, signal: AbortSignal): Promise<StateSet> {
    return this.ask(ref, questions.states, signal);
  }

  /** Short names such as `Action`. */
  interfaces(ref: Ref, signal: AbortSignal): Promise<ReadonlySet<string>> {
    return this.ask(ref, questions.interfaces, signal);
  }

  attributes(ref: Ref, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    return this.ask(ref, questions.attributes, signal);
  }

  parent(ref: Ref, signal: AbortSignal): Promise<Ref | null> {
    return this.ask(ref, questions.parent, signal);
  }

  indexInParent(ref: Ref, signal: AbortSignal): Promise<number> {
    return this.ask(ref, questions.indexInParent, signal);
  }

  children(ref: Ref, signal: AbortSignal): Promise<readonly Ref[]> {
    return this.ask(ref, questions.children, signal);
  }

  childAt(ref: Ref, index: number, signal: AbortSignal): Promise<Ref | null> {
    return this.ask(ref, questions.childAt(index), signal);
  }

  extents(ref: Ref, signal: AbortSignal): Promise<Rect> {
    return this.ask(ref, this.extentsOf(ref), signal);
  }

  /** The query for its bounds. */
  extentsOf(ref: Ref): Question<Rect> {
    return questions.extentsIn[this.#coordinates(ref)];
  }

  /** Relative to the corner of the surface that contains the element, whatever origin its app uses. */
  extentsInWindow(ref: Ref, signal: AbortSignal): Promise<Rect> {
    return this.ask(ref, questions.extentsIn.window, signal);
  }

  childAtPoint(ref: Ref, x: number, y: number, signal: AbortSignal): Promise<Ref | null> {
    return this.ask(ref, questions.childAtPoint(x, y, this.#coordinates(ref)), signal);
  }

  contains(ref: Ref, x: number, y: number, signal: AbortSignal): Promise<boolean> {
    return this.ask(ref, questions.contains(x, y, this.#coordinates(ref)), signal);
  }

  text(ref: Ref, limit: number, signal: AbortSignal): Promise<string> {
    return this.ask(ref, questions.textUpTo(limit), signal);
  }

  /** Bounds of a text range, in the toolkit's coordinates; includes every line of the range. */
  async rangeExtents(ref: Ref, from: number, to: number, signal: AbortSignal): Promise<Rect> {
    const coordinates = questions.coordinateTypes[this.#coordinates(ref)];
    const reported = await this.callAll(ref, names.text, 'GetRangeExtents', signal, 'iiu', [from, to, coordinates]);
    const [x = 0, y = 0, width = 0, height = 0] = reported.map(number);
    return { x, y, width, height };
  }

  characterCount(ref: Ref, signal: AbortSignal): Promise<number> {
    return this.ask(ref, questions.characterCount, signal);
  }

  currentValue(ref: Ref, signal: AbortSignal): Promise<number> {
    return this.ask(ref, questions.currentValue, signal);
  }
}

function callOf({ bus, path }: Ref, { call }: Question<unknown>): Call {
  const { interface: face, member, signature = '', body = none, encoded } = call;
  return { destination: bus, path, interface: face, member, signature, body, ...(encoded && { encoded }) };
}
