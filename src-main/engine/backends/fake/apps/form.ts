import type { FakeApp } from '../desktop.ts';
import { element, type FakeElement } from '../element.ts';

/** One of every common control, with duplicate names among them. */
export const form: FakeApp = () => {
  const nameLabel = label('Name', 16);
  const name = element({
    controlType: 'Edit',
    name: 'Name',
    id: 'name',
    at: [120, 16, 200, 28],
    value: '',
    states: ['editable', 'focusable'],
    labelledBy: nameLabel,
  });
  const password = element({
    controlType: 'Edit',
    name: 'Password',
    at: [120, 52, 200, 28],
    value: '',
    states: ['editable', 'focusable', 'password'],
  });
  const status = element({ controlType: 'Text', name: 'Not sent', at: [16, 360, 200, 20] });
  const send = element({
    controlType: 'Button',
    name: 'Send',
    id: 'send',
    at: [230, 356, 90, 30],
    states: ['focusable'],
    onInvoke: () => void (status.name = `Sent for ${name.value ?? ''}`),
  });
  const root = element({
    controlType: 'Window',
    name: 'Form',
    children: [
      nameLabel,
      name,
      label('Password', 52),
      password,
      checks(),
      radios(),
      combo(),
      slider(),
      list(),
      ...removers(status),
      never(),
      status,
      send,
      prices(),
    ],
  });
  return { title: 'Form', app: 'form', className: 'Form', root, content: { x: 860, y: 90, width: 340, height: 500 } };
};

function label(name: string, y: number): FakeElement {
  return element({ controlType: 'Text', name, at: [16, y + 4, 90, 20] });
}

function checks(): FakeElement {
  const news = element({
    controlType: 'CheckBox',
    name: 'Newsletter',
    at: [16, 90, 140, 24],
    states: ['checkable', 'focusable'],
  });
  return element({ controlType: 'Group', name: 'Options', at: [16, 90, 304, 24], children: [news] });
}

function radios(): FakeElement {
  const radio = (name: string, x: number, checked: boolean) =>
    element({
      controlType: 'RadioButton',
      name,
      at: [x, 120, 90, 24],
      states: ['checkable', 'selectable', 'focusable', ...(checked ? (['checked', 'selected'] as const) : [])],
    });
  const children = [radio('Small', 16, true), radio('Medium', 112, false), radio('Large', 208, false)];
  return element({ controlType: 'Group', name: 'Size', at: [16, 120, 304, 24], children });
}

function combo(): FakeElement {
  const colors = ['Red', 'Green', 'Blue'].map((name, y) =>
    element({ controlType: 'ListItem', name, at: [16, 182 + y * 24, 140, 24], states: ['selectable'] }),
  );
  return element({
    controlType: 'ComboBox',
    name: 'Colour',
    at: [16, 152, 140, 28],
    value: 'Red',
    children: colors,
    states: ['expandable', 'focusable'],
  });
}

function slider(): FakeElement {
  return element({
    controlType: 'Slider',
    name: 'Volume',
    at: [170, 152, 150, 28],
    states: ['focusable'],
    range: { minimum: 0, maximum: 100, current: 50 },
  });
}

function list(): FakeElement {
  const rows = ['Apples', 'Bananas', 'Cherries'].map((name, y) =>
    element({ controlType: 'ListItem', name, at: [16, 260 + y * 24, 150, 24], states: ['selectable', 'focusable'] }),
  );
  return element({ controlType: 'List', name: 'Fruit', at: [16, 260, 150, 72], multiple: true, children: rows });
}

function prices(): FakeElement {
  const texts = ['Item', 'Price', 'Tea', '3.20', 'Coffee', '4.10'];
  const cells = texts.map((name, i) =>
    element({
      controlType: i < 2 ? 'HeaderItem' : 'DataItem',
      name,
      at: [16 + (i % 2) * 150, 400 + Math.floor(i / 2) * 26, 150, 26],
    }),
  );
  return element({ controlType: 'Table', name: 'Prices', at: [16, 400, 300, 78], columns: 2, children: cells });
}

/** Three buttons with the same name, distinguished only by position. */
function removers(status: FakeElement): FakeElement[] {
  return [0, 1, 2].map((row) =>
    element({
      controlType: 'Button',
      name: 'Remove',
      at: [176, 260 + row * 24, 80, 22],
      states: ['focusable'],
      onInvoke: () => void (status.name = `Removed row ${row + 1}`),
    }),
  );
}

function never(): FakeElement {
  const button = element({ controlType: 'Button', name: 'Never', at: [262, 260, 58, 22], onInvoke: () => undefined });
  button.set('enabled', false);
  return button;
}
