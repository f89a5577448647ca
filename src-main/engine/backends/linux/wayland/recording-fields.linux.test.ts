import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { center } from '#contract/model/geometry';
import type { Step } from '#contract/model/recordings/recording';
import type { Engine } from '../../../engine.ts';
import { chromiumFlags } from '../../../testing/programs.ts';
import { elementOf, type Desk } from '../../../testing/desk.ts';
import { soon } from '../../../testing/outcome.ts';
import { inWords, recorded } from '../../../../recorder/testing/live-recording.ts';
import { hasGnome } from '../testing/compositors/gnome-session.ts';
import { gnomeDesk, type RecordingDesk } from '../testing/recording-desks.ts';
import { python } from '../testing/apps/target-app.ts';

const title = 'Fields';
const gtk4 = `
import gi
gi.require_version('Gtk', '4.0')
from gi.repository import GLib, Gtk
window, column = Gtk.Window(title='${title}'), Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
hidden = Gtk.Entry(visibility=False)
for label, field in (('Name', Gtk.Entry()), ('Code', Gtk.PasswordEntry()), ('Pin', hidden)):
    field.update_property([Gtk.AccessibleProperty.LABEL], [label])
    column.append(field)
column.append(Gtk.Button(label='Send'))
window.set_child(column)
window.present()
GLib.MainLoop().run()
`;
const page =
  `<!doctype html><meta charset="utf-8"><title>${title}</title><label>Name <input></label>` +
  '<p><label>Code <input type="password"></label><p><label>Pin <input type="password"></label><p><button>Send</button>';

let desk: RecordingDesk;
let engine: Engine;
const find = (selector: string) => elementOf({ engine } as Desk, { title, selector });

async function record(): Promise<Step[]> {
  const { items } = await engine.listWindows({});
  const { id: window } = items.find((each) => each.title.includes(title)) ?? expect.fail('It shows no window.');
  await engine.actOnWindow({ window, action: 'focus' });
  await engine.moveWindow({ window, bounds: { x: 120, y: 140 } });
  const press = async (selector: string) => {
    const { bounds } = await vi.waitFor(() => find(selector), soon);
    await desk.person.press(center(bounds ?? expect.fail(`${selector} has no place.`)));
  };
  return recorded(
    engine,
    () => press('role=Edit name="Name"'),
    () => desk.person.type('Tea'),
    () => press('role=Edit name="Code"'),
    () => desk.person.type('sesame'),
    () => press('role=Edit name="Pin"'),
    () => desk.person.type('opensesame'),
    () => press('role=Button name="Send"'),
  );
}

if (!hasGnome) it.skip('skips GNOME: gnome-shell is not installed');

describe.runIf(hasGnome)('GNOME', () => {
  beforeAll(async () => {
    desk = await gnomeDesk();
    engine = await desk.enter();
  });
  afterAll(() => desk.close());

  it.each([
    ['GTK 4', (): Parameters<RecordingDesk['start']> => [python, () => ['-c', gtk4]]],
    [
      'Chromium',
      (): Parameters<RecordingDesk['start']> => [
        'chromium',
        (folder) => {
          writeFileSync(join(folder, 'page.html'), page);
          const flags = [
            ...chromiumFlags,
            '--disable-gpu',
            '--force-renderer-accessibility',
            '--ozone-platform=wayland',
          ];
          return [...flags, `--user-data-dir=${join(folder, 'profile')}`, join(folder, 'page.html')];
        },
      ],
    ],
  ])('records text typed into fields of %s, with passwords masked', async (_, start) => {
    const app = desk.start(...start());
    try {
      await vi.waitFor(() => find('role=Button name="Send"'), soon);
      const steps = await record();
      expect(inWords(steps)).toEqual([
        'Set Edit “Name” to “Tea”',
        'Set Edit “Code” to the secret CODE',
        'Set Edit “Pin” to the secret PIN',
        'Click Button “Send”',
      ]);
      expect(JSON.stringify(steps).includes('sesame')).toBe(false);
    } finally {
      await app.end();
    }
  });
});
