import { afterEach, expect, test, vi } from 'vitest';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { python } from '../engine/backends/linux/testing/target-scripts.ts';
import { soon } from '../engine/testing/soon.ts';
import { center } from '#contract/model/geometry';
import { press, inWords, recorded, replayed } from './testing/live-recording.ts';

let app: LiveApp;
afterEach(() => app.end());

/** Each press of Settings opens one more dialog of the same title; Apply says in which. */
const settings = (version: string) => `
import gi
gi.require_version('Gtk', '${version}')
from gi.repository import GLib, Gtk
main, box = Gtk.Window(title='Main'), Gtk.Box()
said, opener = Gtk.Label(label='none'), Gtk.Button(label='Settings', valign=Gtk.Align.START)
made = []
def opened(_):
    dialog, apply = Gtk.Window(title='Settings', transient_for=main), Gtk.Button(label='Apply')
    made.append(dialog)
    number = len(made)
    apply.connect('clicked', lambda _: said.set_text('applied %d' % number))
    (dialog.set_child if hasattr(dialog, 'set_child') else dialog.add)(apply)
    dialog.set_default_size(200, 100)
    dialog.show_all() if hasattr(dialog, 'show_all') else dialog.present()
opener.connect('clicked', opened)
for one in (said, opener): (box.append if hasattr(box, 'append') else box.add)(one)
(main.set_child if hasattr(main, 'set_child') else main.add)(box)
main.set_default_size(600, 500)
main.show_all() if hasattr(main, 'show_all') else main.present()
loop = GLib.MainLoop()
main.connect('destroy', lambda _: loop.quit())
loop.run()
`;

async function start(version: string): Promise<void> {
  app = await liveApp(python, ['-c', settings(version)], { ready: (nodes) => nodes.length > 2 });
  await app.element('role=Button name="Settings"');
}

const middle = async (window: string, selector: string) => {
  const { items } = await app.engine.listWindows({});
  const found = items.find(({ title, processId }) => title === window && processId === app.processId)!;
  const { matches } = await app.engine.find({ window: found.id, selector });
  return center(matches[0]!.bounds!);
};

test.each(['3.0', '4.0'])(
  'a step acts in the dialog that its step opened, not in one of that title that was open (GTK %s)',
  async (version) => {
    await start(version);
    const steps = await recorded(
      app.engine,
      async () => press(await middle('Main', 'role=Button name="Settings"')),
      async () => press(await middle('Settings', 'role=Button name="Apply"')),
    );
    expect(inWords(steps)).toEqual(['Click Button “Settings”', 'Click Button “Apply”']);
    expect(steps.map(({ openedBy }) => openedBy)).toEqual([undefined, steps[0]!.id]);
    await app.end();
    await start(version);
    await press(await middle('Main', 'role=Button name="Settings"'));
    await vi.waitFor(() => middle('Settings', 'role=Button name="Apply"'), soon);
    const unproven = steps.map(({ expected: _, ...step }) => step);
    expect(await replayed(app.engine, unproven)).toEqual(['passed', 'passed']);
    await vi.waitFor(async () => expect(await middle('Main', 'name="applied 2"')).toBeDefined(), soon);
    const [, apply] = unproven;
    const elsewhere = { ...apply!, openedBy: 'deadly' };
    const [opener, stopped] = await replayed(app.engine, [
      { ...unproven[0]!, id: 'deadly', action: { type: 'pressKeys', keys: 'Shift', repeat: 1 } },
      elsewhere,
    ]);
    expect(opener).toBe('passed');
    expect(stopped).toMatch(/No window .* was opened by the step that opens it/);
  },
);
