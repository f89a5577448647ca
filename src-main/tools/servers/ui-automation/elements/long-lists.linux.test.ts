import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ElementNode } from '#contract/model/elements/element';
import { center } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import { describeApp } from '../../../../engine/backends/linux/testing/apps/app-suite.ts';
import { python } from '../../../../engine/backends/linux/testing/apps/target-app.ts';
import { liveApp, type LiveApp } from '../../../../engine/backends/linux/testing/live-engine.ts';
import { soon } from '../../../../engine/testing/outcome.ts';
import { createBench, type Bench } from '../../../testing/run-tools.ts';

/** A drop-down list of 120, and a label with its selection. */
const chooser = `
import gi
gi.require_version('Gtk', '4.0')
from gi.repository import GLib, Gtk
window, box = Gtk.Window(title='Long list'), Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
chosen, many = Gtk.Label(label='chosen 0'), Gtk.DropDown.new_from_strings([f'item {n}' for n in range(120)])
many.connect('notify::selected', lambda *_: chosen.set_label(f'chosen {many.get_selected()}'))
label = Gtk.Label(label='Many', mnemonic_widget=many)
for each in (label, many, chosen): box.append(each)
window.set_child(box)
window.set_default_size(300, 200)
window.present()
GLib.MainLoop().run()
`;

describeApp('a long drop-down list of GTK 4', { program: python, packages: 'gir1.2-gtk-4.0' }, () => {
  let app: LiveApp;
  let bench: Bench;
  let window: WindowId;
  beforeAll(async () => {
    app = await liveApp(python, ['-c', chooser], { ready: (nodes) => nodes.some(({ name }) => name === 'Many') });
    window = (await app.details('role=Window nth=0')).window.id;
    bench = await createBench({ engine: app.engine });
  });
  afterAll(async () => {
    await (bench as Bench | undefined)?.close();
    await (app as LiveApp | undefined)?.end();
  });

  const chosen = (index: number) => vi.waitFor(() => app.element(`role=Text name="chosen ${index}"`), soon);
  const rows = async () => {
    const { matches } = await app.engine.find({ window, selector: 'role=Text name~="item "', limit: 400 });
    const shown = matches.filter(({ states, bounds }) => states.includes('visible') && bounds);
    return shown.filter(({ name }) => name !== 'item 0');
  };
  const tops = (shown: readonly ElementNode[]) => shown.map(({ bounds }) => bounds?.y ?? 0);

  it('is scrolled to an option far down, and up again', async () => {
    await bench.text('select_option', { name: 'Many', value: 'item 90', window });
    await chosen(90);
    await bench.text('select_option', { name: 'Many', value: 'item 7', window });
    await chosen(7);
  });

  it('reports no row scrolled out of view, and presses none under another element', async () => {
    await bench.text('click_element', { name: 'Many', control_type: 'ComboBox', window });
    const [first] = await vi.waitFor(async () => {
      const open = await rows();
      expect(open.length).toBeGreaterThan(5);
      return open;
    }, soon);
    const at = center(first!.bounds!);
    await app.engine.scroll({ at: { x: at.x, y: at.y + 60 }, axis: 'vertical', notches: -3 });
    await app.engine.scroll({ at: { x: at.x, y: at.y + 60 }, axis: 'vertical', notches: -25 });
    await vi.waitFor(async () => {
      const shown = tops(await rows());
      expect(shown.length).toBeGreaterThan(5);
      // In order, without repetition.
      expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b));
    }, soon);
    const refused = await bench.run('click_element', {
      name: 'item 12',
      control_type: 'Text',
      window,
      timeout_ms: 1000,
    });
    expect(refused).toMatchObject({ ok: false, error: { delivery: 'not_delivered' } });
    await chosen(7);
  });
});
