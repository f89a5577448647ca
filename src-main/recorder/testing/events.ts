import type { ControlType, ElementDetails, ElementState } from '#contract/model/elements/element';
import { noFacts } from '#contract/model/elements/element-facts';
import type { InputEvent, RecordedTarget } from '#contract/model/engine';
import type { Expectation } from '#contract/model/recordings/expectation';
import type { Modifier, MouseButton } from '#contract/model/recordings/action';
import type { Rect } from '#contract/model/geometry';
import type { RankedSelector } from '#contract/model/elements/selector';
import type { WindowInfo } from '#contract/model/windows/window';

/** Events as the engine reports them, for tests of their merging. */

export const editorWindow: WindowInfo = {
  id: '0x2a',
  title: 'letter.txt - Editor',
  className: 'Editor',
  app: 'editor',
  processId: 42,
  bounds: { x: 100, y: 100, width: 400, height: 300 },
  contentBounds: { x: 100, y: 120, width: 400, height: 280 },
  state: 'normal',
  active: true,
  monitor: 0,
  desktop: 0,
  kind: 'normal',
  toolkit: '',
  alwaysOnTop: false,
  demandsAttention: false,
  owner: null,
  resizable: true,
};

export const otherWindow: WindowInfo = { ...editorWindow, id: '0x2b', title: 'Other', app: 'other', processId: 43 };

export function ranked(selector: string, kind: RankedSelector['kind'], matchCount = 1): RankedSelector {
  return { selector, kind, grade: 'B', matchCount, elapsedMs: 1 };
}

export interface TargetOptions {
  readonly states?: readonly ElementState[];
  readonly bounds?: Rect;
  readonly selectors?: readonly RankedSelector[];
}

export function target(controlType: ControlType, name: string, options: TargetOptions = {}): RecordedTarget {
  const element: ElementDetails = {
    id: `window:${editorWindow.id}|runtime:${controlType}-${name}`,
    controlType,
    role: controlType.toLowerCase(),
    name,
    automationId: '',
    description: '',
    value: null,
    states: ['enabled', 'visible', ...(options.states ?? [])],
    bounds: options.bounds ?? { x: 110, y: 130, width: 60, height: 20 },
    childCount: 0,
    patterns: [],
    actions: [],
    runtimeId: `${controlType}-${name}`,
    ...noFacts,
    properties: {},
    window: {
      id: editorWindow.id,
      title: editorWindow.title,
      app: editorWindow.app,
      processId: editorWindow.processId,
    },
  };
  return { element, selectors: options.selectors ?? [ranked(`role=${controlType} name="${name}"`, 'name')] };
}

export const field = target('Edit', 'Name', { states: ['editable'] });
export const password = target('Edit', 'Password', { states: ['editable', 'password'] });
export const button = target('Button', 'Save');

export interface ClickOptions {
  readonly button?: MouseButton;
  readonly modifiers?: readonly Modifier[];
  readonly x?: number;
  readonly y?: number;
  readonly window?: WindowInfo;
  /** Where the button is released, relative to the press. */
  readonly moved?: number;
}

export function click(at: number, on: RecordedTarget | null, options: ClickOptions = {}): InputEvent[] {
  const { button: which = 'left', modifiers = [], x = 120, y = 135, window = editorWindow, moved = 0 } = options;
  return [
    { type: 'pointerDown', at, x, y, button: which, modifiers, window, target: on },
    { type: 'pointerUp', at: at + 60, x: x + moved, y, button: which },
  ];
}

export function key(at: number, name: string, on: RecordedTarget | null = null, window = editorWindow): InputEvent {
  const editable = on?.element.states.includes('editable') ?? false;
  const text = Array.from(name).length === 1 ? name : null;
  return { type: 'key', at, key: name, text, window, target: on, editable };
}

/** Typing in a field: a key event for each character, and the whole value after each. */
export function typing(at: number, text: string, on: RecordedTarget, before = ''): InputEvent[] {
  const secret = on.element.states.includes('password');
  return Array.from(text).flatMap((character, index): InputEvent[] => [
    secret ? ({ ...key(at + index * 80, '•', on), text: null } as InputEvent) : key(at + index * 80, character, on),
    value(at + index * 80 + 20, secret ? null : before + text.slice(0, index + 1), on),
  ]);
}

export function value(at: number, text: string | null, on: RecordedTarget): InputEvent {
  return { type: 'fieldValue', at, window: editorWindow, target: on, value: text };
}

export function effects(at: number, ...expected: Expectation[]): InputEvent {
  return { type: 'effects', at, window: editorWindow, expected };
}

export function wheel(at: number, notches: number, on: RecordedTarget | null): InputEvent {
  return { type: 'wheel', at, x: 120, y: 135, notches, window: editorWindow, target: on };
}
