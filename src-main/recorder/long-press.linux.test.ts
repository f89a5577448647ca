import { afterEach, expect, test, vi } from 'vitest';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { python } from '../engine/backends/linux/testing/apps/target-app.ts';
import { soon } from '../engine/testing/outcome.ts';
import { center } from '#contract/model/geometry';
import { inWords, press, recorded, replayed } from './testing/live-recording.ts';

let app: LiveApp;
afterEach(() => app.end());

/** A label that reports whether it was held. */
const holding = `
import gi
gi.require_version('Gtk', '4.0')
from gi.repository import GLib, Gtk
window, button = Gtk.Window(title='Hold'), Gtk.Button(label='Hold me')
gesture = Gtk.GestureLongPress()
gesture.connect('pressed', lambda *_: button.set_label('Held'))
button.add_controller(gesture)
window.set_child(button)
window.set_default_size(300, 200)
window.present()
GLib.MainLoop().run()
`;

const start = () => liveApp(python, ['-c', holding], { ready: (nodes) => nodes.length > 1 });

test('a long press is replayed as one', async () => {
  app = await start();
  const at = center((await app.element('role=Button name="Hold me"')).bounds!);
  const steps = await recorded(app.engine, () => press(at, { downMs: 900 }));
  expect(inWords(steps)).toEqual([expect.stringMatching(/^Hold Button “Hold me” down for (0\.9|1\.\d) s$/)]);
  await vi.waitFor(() => app.element('role=Button name="Held"'), soon);
  await app.end();
  app = await start();
  await app.element('role=Button name="Hold me"');
  expect(await replayed(app.engine, steps)).toEqual(['passed']);
  await vi.waitFor(() => app.element('role=Button name="Held"'), soon);
});
