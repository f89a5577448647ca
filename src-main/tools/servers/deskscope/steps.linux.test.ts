import { afterEach, expect, test, vi } from 'vitest';
import { liveApp, type LiveApp } from '../../../engine/backends/linux/testing/live-engine.ts';
import { python } from '../../../engine/backends/linux/testing/apps/target-app.ts';
import { createBench, type Bench } from '../../testing/run-tools.ts';

let app: LiveApp;
let bench: Bench;
afterEach(async () => {
  await bench.close();
  await app.end();
});

/** GTK 4 refuses focus requests by accessibility, and has the minus in the middle of this field. */
const number = `
import gi
gi.require_version('Gtk', '4.0')
from gi.repository import GLib, Gtk
window, spin = Gtk.Window(title='Number'), Gtk.SpinButton.new_with_range(0, 100, 1)
box = Gtk.Box(halign=Gtk.Align.START, valign=Gtk.Align.START)
window.set_child(box)
box.append(spin)
spin.set_value(42)
window.present()
GLib.MainLoop().run()
`;

test('keys and refused texts for a number field do not change its number', async () => {
  app = await liveApp(python, ['-c', number], { ready: (nodes) => nodes.length > 2 });
  bench = await createBench({ engine: app.engine, caller: { kind: 'user', name: 'user' } });
  expect((await app.details('role=Spinner')).value).toMatch(/^42/);
  const field = { selector: 'role=Spinner', window: { title: 'Number' } };
  for (const keys of ['Home', 'End', 'Enter']) await bench.text('action::step_press_keys', { ...field, keys });
  expect((await app.details('role=Spinner')).value).toMatch(/^42/);
  // GTK makes 0 of it.
  expect(await bench.failure('set_value', { ...field, window: 'Number', value: 'many' })).toContain('not_verified');
  expect((await app.details('role=Spinner')).value).toMatch(/^42/);
});

test('a number is not told as set by an app that ended with it', async () => {
  const ends = number.replace(
    'window.present()',
    "spin.connect('value-changed', lambda _: __import__('os')._exit(0))\nwindow.present()",
  );
  app = await liveApp(python, ['-c', ends], { ready: (nodes) => nodes.length > 2 });
  bench = await createBench({ engine: app.engine, caller: { kind: 'user', name: 'user' } });
  const words = await bench.text('set_value', { selector: 'role=Spinner', window: 'Number', value: 'many' });
  expect(words).toMatch(/^Before: .*“42”[^]*The element is gone now\.[^]*could not be read back/);
});

/** Its button reacts only to keys, as the search of some apps does. */
const search = (text: string) => `
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import GLib, Gtk
window, entry, button = Gtk.Window(title='Search'), Gtk.Entry(), Gtk.Button(label='Find')
entry.get_accessible().set_name('What')
entry.set_text('${text}')
button.set_sensitive(False)
entry.connect('key-release-event', lambda *_: button.set_sensitive(entry.get_text() != ''))
box = Gtk.Box()
window.add(box)
box.add(entry)
box.add(button)
window.show_all()
GLib.MainLoop().run()
`;

test('a text is typed, not set, where its app may wait for keys', async () => {
  app = await liveApp(python, ['-c', search('old')], { ready: (nodes) => nodes.length > 2 });
  bench = await createBench({ engine: app.engine, caller: { kind: 'user', name: 'user' } });
  const field = { name: 'What', window: 'Search' };
  expect(await bench.failure('set_value', { ...field, value: 'a\nb' })).toContain('takes one line');
  expect((await app.details('role=Edit')).value).toBe('old');
  await bench.text('set_value', { ...field, value: 'é 1' });
  await vi.waitFor(async () => expect((await app.details('role=Button')).states).toContain('enabled'));
});

test('texts that an app did not hear are typed once its button stays disabled', async () => {
  app = await liveApp(python, ['-c', search('old')], { ready: (nodes) => nodes.length > 2 });
  bench = await createBench({ engine: app.engine, caller: { kind: 'user', name: 'user' } });
  const window = { title: 'Search' };
  const call = (tool: string, input: object) => bench.text(tool, { window, ...input });
  await call('action::step_set_text', { selector: 'role=Edit name="What"', text: 'é 1' });
  await call('action::step_click', { selector: 'role=Button name="Find"', timeout_ms: 300 });
  expect((await app.details('role=Button')).states).toContain('enabled');
});

test('a text is typed where it was typed into an empty field', async () => {
  app = await liveApp(python, ['-c', search('')], { ready: (nodes) => nodes.length > 2 });
  bench = await createBench({ engine: app.engine, caller: { kind: 'user', name: 'user' } });
  const field = { selector: 'role=Edit name="What"', window: { title: 'Search' }, text: 'é 1' };
  expect(await bench.text('action::step_set_text', field)).toContain('it holds the text');
  await vi.waitFor(async () => expect((await app.details('role=Button')).states).toContain('enabled'));
});

/** GTK 4.8 refuses to focus its fields. */
const enterable = `
import gi
gi.require_version('Gtk', '4.0')
from gi.repository import Gtk
def show(app):
    entry = Gtk.Entry()
    entry.connect('activate', lambda e: e.set_text('got ' + e.get_text()))
    Gtk.ApplicationWindow(application=app, title='Enter', child=entry).present()
app = Gtk.Application()
app.connect('activate', show)
app.run()
`;

test('Enter follows a text in a field of GTK 4', async () => {
  app = await liveApp(python, ['-c', enterable], { ready: (nodes) => nodes.length > 1 });
  bench = await createBench({ engine: app.engine, caller: { kind: 'user', name: 'user' } });
  await bench.text('type_text', { selector: 'role=Edit', window: 'Enter', text: 'it', press_enter: true });
  await vi.waitFor(async () => expect((await app.details('role=Edit')).value).toBe('got it'));
});
