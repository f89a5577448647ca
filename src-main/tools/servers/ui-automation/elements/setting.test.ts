import { afterEach, beforeEach, expect, it } from 'vitest';
import { descend, element } from '../../../../engine/backends/fake/element.ts';
import { createClientBench, type ClientBench } from '../../../../mcp/testing/client.ts';

let bench: ClientBench;
beforeEach(async () => void (bench = await createClientBench()));
afterEach(() => bench.close());

const form = () => bench.fake.desktop.windows.find(({ spec }) => spec.app === 'form')!;

it.each([true, false])('does not take a row without a check box for one, with checked: %s', async (checked) => {
  const { error } = await bench.error<{ error: { code: string; message: string } }>('set_checked', {
    window: form().id,
    name: 'Bananas',
    checked,
  });
  expect([error.code, error.message]).toEqual(['pattern_not_supported', expect.stringContaining('no check box')]);
  const rows = [...descend(form().root)].filter(({ name }) => name === 'Bananas');
  expect(rows.map((row) => row.has('selected'))).toEqual([false]);
});

it('does not report as collapsed what never expands', async () => {
  const { error } = await bench.error<{ error: { code: string } }>('set_expanded', {
    window: form().id,
    name: 'Bananas',
    expanded: false,
  });
  expect(error.code).toBe('pattern_not_supported');
});

it('fills the field next to the label that shows, where a hidden part has the same one', async () => {
  const row = (y: number) => [
    element({ controlType: 'Text', name: 'Address:', at: [10, y, 80, 20] }),
    element({ controlType: 'Edit', at: [100, y, 200, 20], value: '', states: ['editable', 'focusable'] }),
  ];
  const [hidden, shown] = [row(200), row(20)];
  for (const each of hidden) each.set('visible', false);
  const root = element({ controlType: 'Window', name: 'Contact', children: [...hidden, ...shown] });
  const content = { x: 300, y: 200, width: 400, height: 300 };
  const { id: window } = bench.fake.desktop.open({ title: 'Contact', app: 'contact', className: 'C', content, root });
  await bench.text('set_value', { window, name: 'Address:', value: 'Here' });
  expect([hidden[1]?.value, shown[1]?.value]).toEqual(['', 'Here']);
});

it('does not report a number as set in a slider that was removed', async () => {
  const slider = element({
    controlType: 'Slider',
    name: 'Volume',
    at: [10, 10, 90, 20],
    range: { minimum: 0, maximum: 100, current: 7 },
    onChange: () => (root.children = []),
  });
  const root = element({ controlType: 'Window', name: 'Player', children: [slider] });
  const content = { x: 300, y: 200, width: 400, height: 300 };
  const { id: window } = bench.fake.desktop.open({ title: 'Player', app: 'player', className: 'P', content, root });
  expect(await bench.text('set_value', { window, name: 'Volume', value: '47' })).toMatch(
    /^Before: [^]*The element is gone now\. What was set could not be verified\./,
  );
});

it('checks the button that contains a label', async () => {
  const text = element({ controlType: 'Text', name: 'Bold', at: [10, 10, 60, 20] });
  const states = ['checkable'] as const;
  const button = element({ controlType: 'Button', name: 'Bold Style', at: [0, 0, 90, 40], states, children: [text] });
  const root = element({ controlType: 'Window', name: 'Labels', children: [button] });
  const content = { x: 300, y: 200, width: 400, height: 300 };
  const { id: window } = bench.fake.desktop.open({
    title: 'Labels',
    app: 'labels',
    className: 'Labels',
    content,
    root,
  });
  expect(await bench.text('set_checked', { window, name: 'Bold', checked: true })).toContain('Button “Bold Style”');
  expect(button.has('checked')).toBe(true);
});

it('continues to the wanted one of three states', async () => {
  const states = ['checkable', 'checked', 'mixed'] as const;
  // The order of wxGTK: mixed, unchecked, checked.
  const onChange = () => box.set('mixed', false);
  const box = element({ controlType: 'CheckBox', name: 'Partly', at: [10, 10, 60, 20], states, onChange });
  const root = element({ controlType: 'Window', name: 'States', children: [box] });
  const content = { x: 300, y: 200, width: 400, height: 300 };
  const { id: window } = bench.fake.desktop.open({ title: 'States', app: 'states', className: 'S', content, root });
  expect(await bench.text('set_checked', { window, name: 'Partly', checked: true })).toMatch(/“Partly”.* checked/);
  expect([box.has('checked'), box.has('mixed')]).toEqual([true, false]);
});

it('types a text that is no option into the field of a drop-down list', async () => {
  const options = ['Cat', 'Dog'].map((name) => element({ controlType: 'ListItem', name, at: [10, 40, 90, 20] }));
  const field = element({
    controlType: 'Edit',
    name: '',
    at: [10, 10, 90, 20],
    states: ['editable', 'focusable'],
    value: '',
  });
  const list = element({ controlType: 'ComboBox', name: 'Pet', at: [10, 10, 120, 20], children: [...options, field] });
  const root = element({ controlType: 'Window', name: 'Pets', children: [list] });
  const content = { x: 300, y: 200, width: 400, height: 300 };
  const { id: window } = bench.fake.desktop.open({ title: 'Pets', app: 'pets', className: 'Pets', content, root });
  expect(await bench.text('set_value', { window, name: 'Pet', value: 'Newt' })).toContain('“Newt”');
  expect(field.value).toBe('Newt');
});
