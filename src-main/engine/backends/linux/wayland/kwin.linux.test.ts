import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { center } from '#contract/model/geometry';
import type { PointerEvent } from '#contract/model/engine';
import { soon } from '../../../testing/outcome.ts';
import { hasKWin, startKWin } from '../testing/compositors/kwin-session.ts';
import { AppsOnCompositor, become, fields, losesItsDesktop } from './testing/apps-on-compositor.ts';
import { askKWin } from './testing/compositor-tools.ts';

/** KWin 6 takes no screenshots without a GPU. Containers do not start the program itself, which would report its version. */
const { stdout: version } = spawnSync('dpkg-query', ['-W', '-f', '${Version}', 'kwin-wayland'], { encoding: 'utf8' });
const hasPictures = existsSync('/dev/dri') || /^4:5\./.test(version);

if (!hasKWin) it.skip('skips KWin: kwin_wayland is not installed');

describe.runIf(hasKWin)('KWin at scale 1.25', () => {
  let apps: AppsOnCompositor;
  beforeAll(async () => {
    apps = await AppsOnCompositor.open(await startKWin({ outputs: [{ scale: 1.25, x: 0 }] }));
  });
  afterAll(() => (apps as AppsOnCompositor | undefined)?.close());

  it('lists apps of Wayland as KWin does, in one stacking order', async () => {
    await apps.bring('notes');
    await apps.bring('galculator');
    await vi.waitFor(async () => expect(await apps.listed()).toEqual(await apps.asked(askKWin)), soon);
  });

  it('hits what it means', () => apps.hitsOn(0));
  it('hits the entry of a menu of GTK 3', () => apps.opensDialogByMenu('notes'));
  it.each(fields)('types and pastes any character into apps of %s, and reads it back', (_, title, selector) =>
    apps.types(title, selector),
  );
  it('leaves what was copied before', () => apps.keepsClipboard());
  it.runIf(hasPictures)('outlines a place where it is', () => apps.outlines(0));
  it.runIf(hasPictures)('shows windows that others cover', () => apps.showsCovered('notes', 'Hits'));
  it.skipIf(hasPictures)('reports why screenshots are unavailable', async () => {
    const { capabilities } = await apps.engine.describe({});
    // KWin 6.3 does not offer them, 6.7 fails to take them.
    if (!capabilities.capture) {
      const reported = (await apps.engine.diagnose({})).find(({ name }) => name === 'Pictures');
      expect(JSON.stringify(reported)).toContain('without OpenGL');
      return;
    }
    const { id: window } = await apps.bring('notes');
    await expect(apps.engine.capture({ target: { kind: 'window', window } })).rejects.toMatchObject({
      code: 'unsupported_platform',
      message: expect.stringContaining('needs a GPU') as string,
    });
  });

  it('hovers over what is there while somebody picks', async () => {
    await apps.bring('galculator');
    const { bounds } = await apps.find('galculator', 'role=Button name="7"');
    const events: PointerEvent[] = [];
    const picking = apps.engine.on('pointer', (event) => events.push(event));
    const at = center(bounds ?? expect.fail('7 has no place.'));
    await vi.waitFor(async () => {
      await apps.engine.moveMouse({ x: at.x - 3, y: at.y });
      await apps.engine.moveMouse(at);
      const hovered = events.flatMap((event) => (event.type === 'hover' ? (event.hit?.element.name ?? []) : []));
      expect(hovered).toContain('7');
    }, soon);
    picking.dispose();
  });

  it('reports at once that its compositor exited', async () => {
    const other = await startKWin();
    become(other);
    await losesItsDesktop(() => other.close());
    become(apps.session);
  });
});
