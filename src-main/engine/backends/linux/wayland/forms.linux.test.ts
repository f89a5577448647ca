import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../../base/log.ts';
import type { WindowId } from '#contract/model/windows/window';
import { createBench, type Bench } from '../../../../tools/testing/run-tools.ts';
import { createBackend } from '../../../create-backend.ts';
import type { Engine } from '../../../engine.ts';
import { createLocalEngine } from '../../../process/local-engine.ts';
import { elementOf, type Desk } from '../../../testing/desk.ts';
import { end } from '../../../testing/programs.ts';
import { soon } from '../../../testing/outcome.ts';
import { python, targetScript } from '../testing/apps/target-app.ts';
import { hasGnome, startGnome } from '../testing/compositors/gnome-session.ts';
import { hasKWin, startKWin } from '../testing/compositors/kwin-session.ts';
import { startSway } from '../testing/compositors/sway-session.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { become, type Session } from './testing/apps-on-compositor.ts';

const sessions: Readonly<Record<string, () => Promise<Session>>> = {
  X11: () => Promise.resolve({ env: { ...process.env }, close: () => Promise.resolve() }),
  sway: () => startSway(),
  ...(hasKWin && { KWin: () => startKWin() }),
  ...(hasGnome && { GNOME: () => startGnome() }),
};
/**
 * Their programs, and the role that opens the menu: GTK 4 has a button in its button, and Qt 6 changes its role with each
 * version.
 */
const forms = [
  ['GTK 4', 'gtk4_order.py', 'role=Button name="Colour" nth=0'],
  ['Qt 6', 'qt6_order.py', 'name="Colour" nth=0'],
] as const;
/** GTK attributes a press that follows sooner after a menu has opened to the press that opened it; milliseconds. */
const menuMs = 700;

describe.each(Object.entries(sessions))('%s', (name, start) => {
  /** Menu entries, for which sway reports none. */
  const hasPlaces = name !== 'sway';
  let session: Session;
  let engine: Engine;
  let bench: Bench;
  beforeAll(async () => {
    session = await start();
    become(session);
    engine = await createLocalEngine({
      log: createLog('test'),
      backend: (options) => createBackend(name === 'X11' ? 'x11' : 'wayland', options),
    });
    bench = await createBench({ engine, caller: { kind: 'user', name: 'user' } });
  });
  afterAll(async () => {
    await (bench as Bench | undefined)?.close();
    await (session as Session | undefined)?.close();
    vi.unstubAllEnvs();
  });

  it.each(forms)('orders in a form of %s: text, list, menu, check box and switch', async (_, script, menu) => {
    const file = join(temporaryFolder(), 'order');
    const env = { ...session.env, GSK_RENDERER: 'cairo' };
    const app: ChildProcess = spawn(python, [targetScript(script), file], { stdio: 'ignore', env });
    const windowOf = async (): Promise<WindowId> => {
      const { items } = await engine.listWindows({});
      return items.find(({ title }) => title === 'Order')?.id ?? expect.fail('It shows no window.');
    };
    const did = async (tool: string, what: object) => bench.text(tool, { window: await windowOf(), ...what });
    try {
      const send = { title: 'Order', selector: 'role=Button name="Send"' };
      await vi.waitFor(() => elementOf({ engine } as Desk, send), soon);
      await engine.actOnWindow({ window: await windowOf(), action: 'focus' });
      await did('type_text', { control_type: 'Edit', name: 'Name', text: 'Tea' });
      await did('select_option', { name: 'Size', value: 'large' });
      for (const wish of ['Gift', 'Fast']) await did('click_element', { name: wish });
      if (hasPlaces) {
        await did('click_element', { selector: menu });
        await sleep(menuMs);
        await did('click_element', { name: 'Blue' });
      }
      await did('click_element', { name: 'Send', control_type: 'Button' });
      await vi.waitFor(
        () => expect(readFileSync(file, 'utf8')).toBe(`Tea, large, ${hasPlaces ? 'Blue' : 'Red'}, a gift, fast`),
        soon,
      );
    } finally {
      await end(app);
    }
  });
});

if (!hasKWin) it.skip('skips KWin: kwin_wayland is not installed');
if (!hasGnome) it.skip('skips GNOME: gnome-shell is not installed');
