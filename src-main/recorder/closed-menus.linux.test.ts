import { afterEach, expect, test } from 'vitest';
import { sleep } from '../base/async/deadline.ts';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { python, targetScript } from '../engine/backends/linux/testing/apps/target-app.ts';
import { center } from '#contract/model/geometry';
import { inWords, press, recorded, replayed } from './testing/live-recording.ts';

let app: LiveApp;
afterEach(() => app.end());

/** As a person does: looks, then presses. */
const pressed = async (name: string) => {
  const { bounds } = await app.element(`name="${name}"`);
  await press(center(bounds!));
  await sleep(600);
};

test.each([['PyQt6'], ['PyQt5', '5']])(
  'a press that closed a menu of %s is Escape, and presses nothing',
  async (_, ...version) => {
    app = await liveApp(python, [targetScript('qt_presses.py'), ...version], { title: /^Presses$/ });
    const steps = await recorded(
      app.engine,
      () => pressed('Tools'),
      () => pressed('Count'),
      () => pressed('Count'),
    );
    expect(inWords(steps)).toEqual(['Click Button “Tools”', 'Press Escape', 'Click Button “Count”']);
    expect(await replayed(app.engine, steps)).toEqual(['passed', 'passed', 'passed']);
    expect((await app.element('role=Text name~="clicks"')).name).toBe('2 clicks');
  },
);

/** A popover, which is no window of its own. */
const popover = `
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk
window, box = Gtk.Window(title='Pops', default_width=400, default_height=300), Gtk.Box(orientation=1)
inside = Gtk.ModelButton(text='One')
inside.show()
pop, more, press = Gtk.Popover(), Gtk.MenuButton(label='More'), Gtk.Button(label='Press')
pop.add(inside)
more.set_popover(pop)
press.connect('clicked', lambda *_: press.set_label('Pressed'))
box.pack_start(more, 0, 0, 0)
box.pack_end(press, 0, 0, 0)
window.add(box)
window.show_all()
Gtk.main()
`;

test('so it is beside a popover of GTK 3, where no press is made for another element', async () => {
  app = await liveApp(python, ['-c', popover], { ready: (nodes) => nodes.length > 2 });
  const steps = await recorded(
    app.engine,
    () => pressed('More'),
    () => pressed('Press'),
    () => pressed('More'),
  );
  expect(inWords(steps)).toEqual(['Click Button “More”', 'Press Escape', 'Click Button “More”']);
  const press = await app.element('name="Press"');
  await expect(app.engine.aim({ element: press, at: center(press.bounds!) })).rejects.toMatchObject({ code: 'busy' });
  const more = await app.element('name="More"');
  const aim = await app.engine.aim({ element: more, at: center(more.bounds!) });
  await app.engine.click({ ...aim, button: 'left', count: 1 });
  await sleep(600);
  expect(await replayed(app.engine, steps)).toEqual(['passed', 'passed', 'passed']);
});

test('a press beside a menu and its submenu is one Escape in GTK 3, which closes both', async () => {
  app = await liveApp(python, [targetScript('gtk3_submenu.py')], { ready: (nodes) => nodes.length > 4 });
  const label = center((await app.element('role=Text')).bounds!);
  const steps = await recorded(
    app.engine,
    () => pressed('Garden'),
    () => pressed('Seeds'),
    () => press({ x: label.x + 300, y: label.y + 60 }).then(() => sleep(600)),
    () => pressed('Garden'),
    () => pressed('Spade'),
  );
  expect(inWords(steps)).toEqual([
    'Click Menu “Garden”',
    'Click Menu “Seeds”',
    'Press Escape',
    'Click Menu “Garden”',
    'Click MenuItem “Spade”',
  ]);
  expect(await replayed(app.engine, steps)).toEqual(['passed', 'passed', 'passed', 'passed', 'passed']);
});
