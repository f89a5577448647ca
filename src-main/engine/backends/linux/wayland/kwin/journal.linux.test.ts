import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { center } from '#contract/model/geometry';
import { inWords, recorded } from '../../../../../recorder/testing/live-recording.ts';
import { elementOf, type Desk } from '../../../../testing/desk.ts';
import { soon } from '../../../../testing/outcome.ts';
import { hasJournal, hasKWin } from '../../testing/compositors/kwin-session.ts';
import { kwinDesk, type RecordingDesk } from '../../testing/recording-desks.ts';
import { python, targetScript } from '../../testing/apps/target-app.ts';

let desk: RecordingDesk | undefined;
afterEach(() => desk?.close());

if (!hasKWin) it.skip('skips KWin: kwin_wayland is not installed');
if (!hasJournal) it.skip('skips the journal: systemd-journald is not running');

it.runIf(hasKWin && hasJournal)('records presses that KWin reports in the journal', async () => {
  desk = await kwinDesk({ knowsEffect: true, journal: true });
  const { person } = desk;
  const engine = await desk.enter();
  desk.start(python, (folder) => [targetScript('gtk3_order.py'), join(folder, 'order')]);
  const place = async (selector: string) => {
    const { bounds } = await elementOf({ engine } as Desk, { title: 'Order', selector });
    return center(bounds ?? expect.fail(`${selector} has no place.`));
  };
  const gift = await vi.waitFor(() => place('role=CheckBox name="Gift"'), soon);
  const field = await place('role=Edit name="Name"');
  const steps = await recorded(
    engine,
    () => person.press(gift),
    () => person.press(field),
    () => person.type('tea'),
  );
  expect(inWords(steps)).toEqual(['Click CheckBox “Gift”', 'Set Edit “Name” to “tea”']);
});
