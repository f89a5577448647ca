import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../../base/log.ts';
import { doorOf } from '../../../../setup/gnome-extension/protocol.ts';
import { center } from '#contract/model/geometry';
import type { PointerEvent } from '#contract/model/engine';
import { createBackend } from '../../../create-backend.ts';
import { soon } from '../../../testing/outcome.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { outputOf } from '../testing/x-display.ts';
import { hasGnome, startGnome, type GnomeSession } from '../testing/compositors/gnome-session.ts';
import { GnomeLink } from './gnome/link.ts';
import { AppsOnCompositor, become, fields, losesItsDesktop, noise } from './testing/apps-on-compositor.ts';
import { askGnome } from './testing/compositor-tools.ts';

const showOverview = () => {
  const shell = ['--dest', 'org.gnome.Shell', '--object-path', '/org/gnome/Shell'];
  const set = ['--method', 'org.freedesktop.DBus.Properties.Set', 'org.gnome.Shell', 'OverviewActive', '<true>'];
  return outputOf('gdbus', ['call', '--session', ...shell, ...set], process.env);
};

if (!hasGnome) it.skip('skips GNOME: gnome-shell is not installed');

describe.runIf(hasGnome)('GNOME', () => {
  let gnome: GnomeSession;
  let apps: AppsOnCompositor;
  beforeAll(async () => {
    gnome = await startGnome({ unsafe: true });
    apps = await AppsOnCompositor.open(gnome);
  });
  afterAll(() => (apps as AppsOnCompositor | undefined)?.close());

  it('lists apps of Wayland as GNOME does, in one stacking order', async () => {
    await apps.bring('notes');
    await apps.bring('galculator');
    await vi.waitFor(async () => expect(await apps.listed()).toEqual(await apps.asked(askGnome)), soon);
  });

  it('hits what it means', () => apps.hitsOn(0));
  it('hits the entry of a menu of GTK 3', () => apps.opensDialogByMenu('notes'));
  it.each(fields)('types, commits or pastes any character into apps of %s, and reads it back', (_, title, selector) =>
    apps.types(title, selector),
  );
  it('shows windows that others cover', () => apps.showsCovered('notes', 'Hits'));

  it('shows pictures that are larger than a socket takes at once', async () => {
    const app = apps.start('python3', ['-c', noise]);
    const titled = async () => (await apps.list()).find(({ title }) => title === 'Noise') ?? expect.fail('No window.');
    const { id: window } = await vi.waitFor(titled, { ...soon, timeout: 20_000 });
    const { bytes } = await apps.engine.capture({ target: { kind: 'window', window } });
    expect(bytes.length).toBeGreaterThan(500_000);
    await apps.bring('galculator');
    app.kill();
  });

  it('sends no window input to the overview', async () => {
    const { id: window } = await apps.enter('Undo', 'role=Edit');
    const { value, bounds } = await apps.find('Undo', 'role=Edit');
    await showOverview();
    await vi.waitFor(async () => expect((await apps.list()).filter(({ active }) => active)).toEqual([]), soon);
    await expect(apps.engine.typeText({ text: 'xterm', window })).rejects.toMatchObject({ delivery: 'not_delivered' });
    await expect(apps.engine.click({ at: center(bounds!), button: 'left', count: 1 })).rejects.toMatchObject({
      code: 'busy',
    });
    await apps.bring('Undo');
    expect((await apps.find('Undo', 'role=Edit')).value).toBe(value);
  });

  it('lends the clipboard and gives it back as it was, empty or not', async () => {
    const { id: window } = await apps.enter('Undo', 'role=Edit');
    const holds = (text: string) =>
      vi.waitFor(async () => expect((await apps.find('Undo', 'role=Edit')).value).toBe(text), soon);
    const press = async (...chords: readonly string[]) => {
      for (const keys of chords) await apps.engine.pressKeys({ keys, window });
    };
    await apps.engine.typeText({ text: 'old', window });
    const link = await GnomeLink.open();
    try {
      await link.notify('lend', { text: '+漢' });
      await press('ctrl+v');
      await holds('old+漢');
      await link.notify('restore');
      await press('ctrl+v', '1');
      await holds('old+漢1');

      await press('ctrl+a', 'ctrl+c', 'End');
      await link.notify('lend', { text: '+lent' });
      await press('ctrl+v');
      await holds('old+漢1+lent');
      await link.notify('restore');
      await press('ctrl+v');
      await holds('old+漢1+lentold+漢1');
    } finally {
      link.close();
    }
  });

  // It copies, and the previous one begins with nothing copied.
  it('leaves what was copied before', () => apps.keepsClipboard());

  it('outlines a place where it is', () => apps.outlines(0));

  it('hovers over what is there while somebody picks, and gives back what it took', async () => {
    await apps.bring('galculator');
    const events: PointerEvent[] = [];
    const picking = apps.engine.on('pointer', (event) => events.push(event));
    const seven = await apps.find('galculator', 'role=Button name="7"');
    const at = center(seven.bounds ?? expect.fail('It has no place.'));
    await vi.waitFor(async () => {
      await apps.engine.moveMouse(at);
      const hovered = events.flatMap((event) => (event.type === 'hover' ? (event.hit?.element.name ?? []) : []));
      expect(hovered).toContain('7');
    }, soon);
    picking.dispose();
    await apps.bring('Hits');
    await apps.toggles('Hits', 'role=CheckBox name="One"');
  });

  it('rejects clients without its secret', async () => {
    const socket = connect(doorOf(process.env).socket);
    const received: Buffer[] = [];
    socket.on('data', (chunk) => received.push(chunk));
    socket.write(`${JSON.stringify({ secret: 'a guess' })}\n${JSON.stringify({ id: 1, ask: 'list', reported: {} })}\n`);
    await once(socket, 'close');
    expect(received).toEqual([]);
    expect(readFileSync(doorOf(process.env).secret, 'utf8')).toMatch(/^[\da-f]{64}$/);
  });

  it('rejects unsupported queries', async () => {
    const link = await GnomeLink.open();
    await expect(link.notify('act', { id: 1, act: 'constructor' })).rejects.toThrow('act takes act');
    await expect(link.notify('move', { id: 1, frame: { x: 1 } })).rejects.toThrow('move takes frame');
    await expect(link.notify('eval', {})).rejects.toThrow('cannot be asked');
    await expect(link.notify('act', { id: 0, act: 'close' })).rejects.toMatchObject({ code: 'window_not_found' });
    link.close();
  });

  it('gives advice if the extension is not running', async () => {
    vi.stubEnv('XDG_RUNTIME_DIR', temporaryFolder());
    const options = { ownProcessIds: () => new Set<number>(), log: createLog('test') };
    const backend = await createBackend('wayland', options);
    expect(await backend.unseen?.()).toMatchObject({ fix: expect.stringContaining('gnome install') as string });
    await backend.close();
    vi.stubEnv('XDG_RUNTIME_DIR', gnome.env['XDG_RUNTIME_DIR']);
  });

  it('reports at once that its compositor exited', async () => {
    const other = await startGnome();
    become(other);
    await losesItsDesktop(() => other.close());
    become(gnome);
  });

  it('reports at once that its extension was removed, without leftovers', async () => {
    await losesItsDesktop(async () => {
      expect(await gnome.remove()).toMatchObject({ installed: false, enabled: false });
    });
    const { socket, secret } = doorOf(process.env);
    expect([socket, secret].map((file) => existsSync(file))).toEqual([false, false]);
  });
});
