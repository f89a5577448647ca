import { afterEach, expect, test, vi } from 'vitest';
import { sleep } from '../base/async/deadline.ts';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { python } from '../engine/backends/linux/testing/apps/target-app.ts';
import { soon } from '../engine/testing/outcome.ts';
import { center } from '#contract/model/geometry';
import { press, inWords, recorded, replayed } from './testing/live-recording.ts';

let app: LiveApp;
afterEach(() => app.end());

/** Each press of Settings opens another dialog with the same title; Apply reports which one it is in. */
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
  'a step acts in the dialog opened by its step, not in an earlier one with that title (GTK %s)',
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

/**
 * Two windows, each with a dialog of the same title, opened in the order of the arguments; Apply reports which window it is for.
 */
const preferences = (version: string) => `
import gi, sys
gi.require_version('Gtk', '${version}')
from gi.repository import GLib, Gtk
def put(window, child): (window.set_child if hasattr(window, 'set_child') else window.add)(child)
def show(window): window.show_all() if hasattr(window, 'show_all') else window.present()
loop, mains = GLib.MainLoop(), {}
for name in ('First', 'Second'):
    mains[name] = Gtk.Window(title=name, default_width=300, default_height=100)
    said = mains[name].said = Gtk.Label(label='none')
    put(mains[name], said)
    show(mains[name])
def opened():
    for at, name in enumerate(sys.argv[1:]):
        dialog = Gtk.Window(title='Preferences', transient_for=mains[name], default_width=200, default_height=90 + at)
        apply = Gtk.Button(label='Apply')
        apply.connect('clicked', lambda _, name=name: mains[name].said.set_text('applied ' + name))
        put(dialog, apply)
        show(dialog)
GLib.timeout_add(500, opened)
loop.run()
`;

test.each(['3.0', '4.0'])('a step acts in the dialog that belongs to its window (GTK %s)', async (version) => {
  const begin = async (...order: string[]) => {
    app = await liveApp(python, ['-c', preferences(version), ...order], { ready: (nodes) => nodes.length > 1 });
    await vi.waitFor(async () => expect(await dialogs()).toHaveLength(2), soon);
    await sleep(500);
  };
  const dialogs = async () => {
    const { items } = await app.engine.listWindows({});
    return items.filter(({ title, processId }) => title === 'Preferences' && processId === app.processId);
  };
  await begin('First', 'Second');
  // The last opened dialog is in front; the other is behind or beside it.
  const [front] = await dialogs();
  const { matches } = await app.engine.find({ window: front!.id, selector: 'role=Button name="Apply"' });
  const [step] = await recorded(app.engine, async () => press(center(matches[0]!.bounds!)));
  expect(step).toMatchObject({ window: { title: 'Preferences', role: 'dialog', owner: 'Second' } });
  await app.end();
  await begin('Second', 'First');
  const { expected: _, ...unproven } = step!;
  expect(await replayed(app.engine, [unproven])).toEqual(['passed']);
  await vi.waitFor(async () => expect(await middle('Second', 'name="applied Second"')).toBeDefined(), soon);
});
