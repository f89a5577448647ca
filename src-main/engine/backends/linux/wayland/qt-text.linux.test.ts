import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../../engine.ts';
import { elementOf, type Desk } from '../../../testing/desk.ts';
import { soon } from '../../../testing/outcome.ts';
import { hasGnome } from '../testing/compositors/gnome-session.ts';
import { hasKWin } from '../testing/compositors/kwin-session.ts';
import { gnomeDesk, kwinDesk, swayWaylandDesk, type RecordingDesk } from '../testing/recording-desks.ts';
import { sample } from './testing/apps-on-compositor.ts';

const title = 'QDBusViewer';
const field = 'role=Edit nth=0';

let desk: RecordingDesk;
afterEach(() => (desk as RecordingDesk | undefined)?.close());

const valueIn = async (engine: Engine) => (await elementOf({ engine } as Desk, { title, selector: field })).value;

const desks = {
  sway: swayWaylandDesk,
  ...(hasKWin && { KWin: () => kwinDesk() }),
  ...(hasGnome && { GNOME: gnomeDesk }),
};

describe.each(Object.entries(desks))('%s', (_, open) => {
  it('types and pastes any character into Qt 5, and restores the clipboard', async () => {
    desk = await open();
    const engine = await desk.enter();
    desk.start('/usr/lib/qt5/bin/qdbusviewer', () => []);
    const { id } = await vi.waitFor(() => elementOf({ engine } as Desk, { title, selector: field }), soon);
    const { items } = await engine.listWindows({});
    const { id: window } = items.find((each) => each.title.includes(title)) ?? expect.fail('It shows no window.');
    await engine.actOnWindow({ window, action: 'focus' });
    await engine.focusElement({ element: id });
    await engine.typeText({ text: 'kept', window });
    for (const keys of ['ctrl+a', 'ctrl+c']) await engine.pressKeys({ keys, window });
    expect(await engine.typeText({ text: sample, window })).toEqual({ unread: false });
    expect(await valueIn(engine)).toBe(sample);
    for (const keys of ['ctrl+a', 'ctrl+v']) await engine.pressKeys({ keys, window });
    await vi.waitFor(async () => expect(await valueIn(engine)).toBe('kept'), soon);
  });
});

if (!hasKWin) it.skip('skips KWin: kwin_wayland is not installed');
if (!hasGnome) it.skip('skips GNOME: gnome-shell is not installed');
