import type { ElementState, ControlType } from '#contract/model/elements/element';
import { maxLinks, noFacts, type ElementFacts } from '#contract/model/elements/element-facts';
import type { RawDetails, RawLink, RawNode } from '../../backend.ts';
import { patternsOf } from './behaviour.ts';
import { isShown, type FakeElement, textFactsOf } from './element.ts';
import { cellOf, tableOf, selectionOf, scrollOf } from './patterns.ts';
import type { FakeWindow } from './window.ts';

/** An element as the back end reports it, without children. */
export function toNode(window: FakeWindow, element: FakeElement): RawNode {
  return {
    runtimeId: window.runtimeId(element),
    controlType: element.controlType,
    role: element.role ?? roleOf(element.controlType),
    name: element.name,
    automationId: element.automationId,
    description: element.description,
    value: valueOf(element),
    states: statesOf(window, element),
    bounds: isShown(element) ? window.place(element) : null,
    childCount: element.children.length,
    ...(element.mayHide && !element.value && { mayHide: true }),
  };
}

export function toDetails(window: FakeWindow, element: FakeElement): RawDetails {
  const patterns = patternsOf(element);
  return {
    ...toNode(window, element),
    ...factsOf(window, element),
    patterns,
    actions: patterns.includes('invoke') ? ['click'] : [],
    properties: {},
  };
}

function factsOf(window: FakeWindow, element: FakeElement): ElementFacts<RawLink> {
  const link = (other: FakeElement): RawLink => {
    return { runtimeId: window.runtimeId(other), name: other.name, controlType: other.controlType };
  };
  const selection = selectionOf(element, link);
  return {
    ...noFacts,
    text: textFactsOf(element),
    range: element.range && { step: null, ...element.range },
    selection: selection && { ...selection, selected: selection.selected.slice(0, maxLinks) },
    scroll: scrollOf(element),
    table: tableOf(element, link),
    cell: cellOf(element),
    views: element.views,
    dock: element.dock,
    relations: element.labelledBy ? [{ type: 'labelled by', targets: [link(element.labelledBy)] }] : [],
    toolkit: { name: window.spec.toolkit ?? 'fake', version: '1' },
    processId: window.processId,
  };
}

function valueOf(element: FakeElement): string | null {
  if (element.secret) return null;
  return element.range ? String(element.range.current) : element.value;
}

function statesOf(window: FakeWindow, element: FakeElement): readonly ElementState[] {
  const states = new Set(element.states);
  if (window.focused === element) states.add('focused');
  if (!isShown(element) || element.has('offscreen')) states.delete('visible');
  return [...states];
}

/** The fake platform's native role names, where they differ from the lower-case control type. */
const fakeRoles: Partial<Record<ControlType, string>> = {
  Button: 'push button',
  CheckBox: 'check box',
  ComboBox: 'combo box',
  Document: 'text area',
  Edit: 'text field',
  ListItem: 'list item',
  MenuBar: 'menu bar',
  MenuItem: 'menu item',
  RadioButton: 'radio button',
  Text: 'label',
  Window: 'frame',
};

export function roleOf(controlType: ControlType): string {
  return fakeRoles[controlType] ?? controlType.toLowerCase();
}
