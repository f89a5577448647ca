import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { center } from '#contract/model/geometry';
import type { Step } from '#contract/model/recordings/recording';
import { inWords, recorded, replayed } from '../../../../recorder/testing/live-recording.ts';
import type { Engine } from '../../../engine.ts';
import { elementOf, type Desk } from '../../../testing/desk.ts';
import { soon } from '../../../testing/outcome.ts';
import { python, targetScript } from '../testing/apps/target-app.ts';
import { hasGnome } from '../testing/compositors/gnome-session.ts';
import { hasKWin } from '../testing/compositors/kwin-session.ts';
import { gnomeDesk, gnomeXDesk, kwinDesk, xDesk, type RecordingDesk } from '../testing/recording-desks.ts';

const title = 'Order';
/**
 * Their programs, and the role that opens the menu: GTK 4 has a button in its button, and Qt 6 changes its role with each
 * version.
 */
const forms = [
  ['GTK 4', 'gtk4_order.py', 'role=Button name="Colour" nth=0'],
  ['Qt 6', 'qt6_order.py', 'name="Colour" nth=0'],
] as const;
type Form = (typeof forms)[number][1];
const done = 'tea, large, Blue, a gift, fast';

/** X11 only beside others, as in `npm run test:desktops`: it takes long, and `npm test` has other tests of it. */
const desks = {
  ...((hasGnome || hasKWin) && { X11: xDesk }),
  ...(hasGnome && { GNOME: gnomeDesk, 'GNOME through XWayland': gnomeXDesk }),
  ...(hasKWin && { KWin: () => kwinDesk({ knowsEffect: true }) }),
};

describe.each(Object.entries(desks))('%s', (_, start) => {
  let desk: RecordingDesk;
  let engine: Engine;
  beforeAll(async () => {
    desk = await start();
    engine = await desk.enter();
  });
  afterAll(async () => {
    await (engine as Engine | undefined)?.close();
    await (desk as RecordingDesk | undefined)?.close();
  });

  const find = (selector: string) => elementOf({ engine } as Desk, { title, selector });

  /** The form alone in front, and its output. */
  async function open(script: Form) {
    const app = desk.start(python, (folder) => [targetScript(script), join(folder, 'order')]);
    await vi.waitFor(() => find('role=Button name="Send"'), soon);
    const { items } = await engine.listWindows({});
    const { id: window } = items.find((each) => each.title === title) ?? expect.fail('It shows no window.');
    await engine.actOnWindow({ window, action: 'focus' });
    await engine.moveWindow({ window, bounds: { x: 120, y: 140 } });
    return { ...app, ordered: () => readFileSync(join(app.folder, 'order'), 'utf8') };
  }

  it.each(forms)(
    'records what is done in a form of %s, its bar and its menu, and replays it',
    async (__, script, menu) => {
      const press = (selector: string) => async () => {
        const place = async () => (await find(selector)).bounds ?? expect.fail(`${selector} has no place.`);
        await desk.person.press(center(await vi.waitFor(place, soon)));
      };
      let steps: readonly Step[] = [];
      const first = await open(script);
      try {
        steps = await recorded(
          engine,
          press('role=Edit name="Name"'),
          () => desk.person.type('tea'),
          press('role=ComboBox'),
          press('name="large"'),
          press('role=CheckBox name="Gift"'),
          press('name="Fast"'),
          press(menu),
          press('name="Blue"'),
          press('role=Button name="Send"'),
        );
        await vi.waitFor(() => expect(first.ordered()).toBe(done), soon);
      } finally {
        await first.end();
      }
      await vi.waitFor(async () => expect((await engine.listWindows({})).items).toEqual([]), soon);
      const again = await open(script);
      try {
        expect(await replayed(engine, steps), inWords(steps).join('\n')).toEqual(steps.map(() => 'passed'));
        await vi.waitFor(() => expect(again.ordered()).toBe(done), soon);
      } finally {
        await again.end();
      }
    },
  );
});

if (!hasKWin) it.skip('skips KWin: kwin_wayland is not installed');
if (!hasGnome) it.skip('skips GNOME: gnome-shell is not installed');
