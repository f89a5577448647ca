import type { ElementState } from '#contract/model/element';
import type { RawDetails, RawNode } from '../../backend.ts';
import { patternsOf } from './behaviour.ts';
import { isShown, type FakeElement } from './element.ts';
import { roleOf } from './roles.ts';
import type { FakeWindow } from './window.ts';

/** An element as the back end's border wants it, without children. */
export function toNode(window: FakeWindow, element: FakeElement): RawNode {
  return {
    runtimeId: window.runtimeId(element),
    controlType: element.controlType,
    role: roleOf(element.controlType),
    name: element.name,
    automationId: element.automationId,
    description: element.description,
    value: valueOf(element),
    states: statesOf(window, element),
    bounds: isShown(element) ? window.place(element) : null,
    childCount: element.children.length,
  };
}

export function toDetails(window: FakeWindow, element: FakeElement): RawDetails {
  const patterns = patternsOf(element);
  return {
    ...toNode(window, element),
    patterns,
    actions: patterns.includes('invoke') ? ['click'] : [],
    range: element.range && { ...element.range },
    properties: { toolkit: 'fake', role: roleOf(element.controlType) },
  };
}

function valueOf(element: FakeElement): string | null {
  if (element.secret) return null;
  return element.range ? String(element.range.current) : element.value;
}

function statesOf(window: FakeWindow, element: FakeElement): readonly ElementState[] {
  const states = new Set(element.states);
  if (window.focused === element) states.add('focused');
  if (!isShown(element)) states.delete('visible');
  return [...states];
}
