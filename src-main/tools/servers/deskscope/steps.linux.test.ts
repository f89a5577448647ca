import { afterEach, expect, test } from 'vitest';
import { liveApp, type LiveApp } from '../../../engine/backends/linux/testing/live-engine.ts';
import { python } from '../../../engine/backends/linux/testing/target-scripts.ts';
import { createBench, type Bench } from '../../testing/run-tools.ts';

let app: LiveApp;
let bench: Bench;
afterEach(async () => {
  await bench.close();
  await app.end();
});

/** GTK 4 gives the focus to nobody who asks for it by accessibility, and has the minus in the middle of this field. */
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

test('a key for a field of numbers changes no number', async () => {
  app = await liveApp(python, ['-c', number], { ready: (nodes) => nodes.length > 2 });
  bench = await createBench({ engine: app.engine, caller: { kind: 'user', name: 'user' } });
  expect((await app.details('role=Spinner')).value).toMatch(/^42/);
  const field = { selector: 'role=Spinner', window: { title: 'Number' } };
  for (const keys of ['Home', 'End', 'Enter']) await bench.text('action::step_press_keys', { ...field, keys });
  expect((await app.details('role=Spinner')).value).toMatch(/^42/);
});
