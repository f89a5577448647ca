import { afterEach, expect, test, vi } from 'vitest';
import type { InputEvent } from '#contract/model/engine';
import { center } from '#contract/model/geometry';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { python } from '../engine/backends/linux/testing/apps/target-app.ts';
import { soon } from '../engine/testing/outcome.ts';
import { inWords, press, recorded, xdotool } from './testing/live-recording.ts';

// “geheim” backwards: a recording keeps the command line of the app, and so this program.
const form = `
import gi
gi.require_version('Gtk', '4.0')
from gi.repository import GLib, Gtk
window, column = Gtk.Window(title='Hidden'), Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
fields = (('Name', Gtk.Entry()), ('Pin', Gtk.Entry(visibility=False)),
    ('Stars', Gtk.Entry(visibility=False, invisible_char='*', text='mieheg'[::-1])), ('Plain', Gtk.Entry(text='open')))
for label, field in fields:
    field.update_property([Gtk.AccessibleProperty.LABEL], [label])
    column.append(field)
window.set_child(column)
window.present()
GLib.MainLoop().run()
`;

let app: LiveApp;
afterEach(() => app.end());

test('text that GTK 4 masks is a secret, though its field is no password field', async () => {
  app = await liveApp(python, ['-c', form]);
  const stars = await app.details('role=Edit name="Stars"');
  expect([stars.value, stars.states.includes('password')]).toEqual([null, true]);
  const plain = await app.details('role=Edit name="Plain"');
  expect([plain.value, plain.states.includes('password')]).toEqual(['open', false]);

  const events: InputEvent[] = [];
  app.engine.on('input', (event) => events.push(event));
  const on = async (name: string) => {
    const { bounds } = await vi.waitFor(() => app.element(`role=Edit name="${name}"`), soon);
    await press(center(bounds ?? expect.fail(`${name} has no place.`)));
  };
  const type = (text: string) => () => xdotool('type', '--delay', 80, '--', text);
  const steps = await recorded(
    app.engine,
    () => on('Name'),
    type('Tea'),
    () => on('Pin'),
    type('sesame'),
    () => on('Plain'),
  );
  expect(inWords(steps).slice(0, 2)).toEqual(['Set Edit “Name” to “Tea”', 'Set Edit “Pin” to the secret PIN']);
  const keys = events.flatMap((event) =>
    event.type === 'key' && event.target?.element.name === 'Pin' ? [event.key] : [],
  );
  expect(keys).toEqual(Array.from('sesame', () => '•'));
  expect(JSON.stringify([steps, events])).not.toMatch(/sesame|geheim/);
});
