import { afterEach, expect, test, vi } from 'vitest';
import type { ElementEvent } from '#contract/model/elements/element-event';
import { liveApp, type LiveApp } from '../../backends/linux/testing/live-engine.ts';
import { python } from '../../backends/linux/testing/apps/target-app.ts';
import { soon } from '../../testing/outcome.ts';

const form = `
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk
window, column = Gtk.Window(title='Events'), Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.connect('destroy', Gtk.main_quit)
button, state, name, secret = Gtk.Button(label='Count'), Gtk.CheckButton(label='Tea'), Gtk.Entry(), Gtk.Entry(visibility=False)
button.connect('clicked', lambda pressed: pressed.set_label('Counted'))
for field, label in ((name, 'Name'), (secret, 'Pin')):
    field.get_accessible().set_name(label)
for part in (button, state, name, secret):
    column.add(part)
window.add(column)
window.show_all()
Gtk.main()
`;

let app: LiveApp;
afterEach(() => app.end());

test('each event names its element and the change, and never contains text typed in a password field', async () => {
  app = await liveApp(python, ['-c', form]);
  const { engine } = app;
  const [window] = (await engine.listWindows({})).items.filter(({ title }) => title === 'Events');
  if (!window) expect.fail('There is no window.');
  const received: ElementEvent[] = [];
  let since = 0;
  const until = (isThere: (event: ElementEvent) => boolean) =>
    vi.waitFor(async () => {
      const page = await engine.followEvents({ window: window.id, since, waitMs: 200 });
      since = page.last;
      received.push(...page.events);
      return received.find(isThere) ?? expect.fail('It did not come.');
    }, soon);
  await engine.followEvents({ window: window.id, since, waitMs: 0 });

  const box = await app.element('role=CheckBox name="Tea"');
  await engine.runPattern({ element: box.id, call: { pattern: 'toggle' } });
  const checked = await until(({ change }) => change === 'checked: on');
  expect(checked).toMatchObject({
    kind: 'state',
    name: 'object:state-changed:checked',
    element: { id: box.id, controlType: 'CheckBox', name: 'Tea' },
  });

  const button = await app.element('role=Button name="Count"');
  await engine.runPattern({ element: button.id, call: { pattern: 'invoke' } });
  await until(({ kind, change }) => kind === 'name' && change.endsWith('“Counted”'));

  const write = async (field: string, value: string) => {
    const { id } = await app.element(`role=Edit name="${field}"`);
    await engine.runPattern({ element: id, call: { pattern: 'value', value } });
    await until(({ kind, element }) => kind === 'text' && element?.id === id);
  };
  await write('Pin', 'sesame');
  await write('Name', 'Darjeeling');
  expect((await until(({ change }) => change.includes('Darjeeling'))).element?.name).toBe('Name');
  expect(JSON.stringify(received)).not.toContain('sesame');
  expect(received.map(({ sequence }) => sequence)).toEqual([...received.keys()].map((index) => index + 1));
});
