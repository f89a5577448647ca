import { afterAll, beforeAll, describe, it } from 'vitest';
import { hasKWin, startKWin } from '../testing/kwin-session.ts';
import { AppsOnCompositor, become, fields, losesItsDesktop } from './testing/apps-on-compositor.ts';

if (!hasKWin) it.skip('KWin is left out: kwin_wayland is not installed');

describe.runIf(hasKWin)('KWin at scale 1.25', () => {
  let apps: AppsOnCompositor;
  beforeAll(async () => {
    apps = await AppsOnCompositor.open(await startKWin({ outputs: [{ scale: 1.25, x: 0 }] }));
  });
  afterAll(() => (apps as AppsOnCompositor | undefined)?.close());

  it('hits what it means', () => apps.hitsOn(0));
  it('hits the entry of a menu of GTK 3', () => apps.opensDialogByMenu('notes'));
  it.each(fields)('types and pastes any character into apps of %s, and reads it back', (_, title, selector) =>
    apps.types(title, selector),
  );
  it('shows windows that others cover', () => apps.showsCovered('notes', 'Hits'));

  it('tells at once that its compositor has gone', async () => {
    const other = await startKWin();
    become(other);
    await losesItsDesktop(() => other.close());
    become(apps.session);
  });
});
