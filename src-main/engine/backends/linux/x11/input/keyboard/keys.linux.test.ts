import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../../../../../../base/log.ts';
import type { Disposable } from '../../../../../../base/async/disposable.ts';
import type { Backend } from '../../../../../backend.ts';
import type { Engine } from '../../../../../engine.ts';
import { createLocalEngine } from '../../../../../process/local-engine.ts';
import { createLinuxBackend } from '../../../index.ts';
import { startTarget, type TargetApp, until } from '../../../testing/apps/target-app.ts';
import { XConnection } from '../../display/connection.ts';
import type { XKeyboardState } from '../../display/extensions.ts';
import { stateBit } from './keymap.ts';
import { setLocks } from './locks.ts';

const run = promisify(execFile);
const shows = { timeout: 5_000 };
let backend: Backend;
let engine: Engine;
let target: TargetApp;
let x: XConnection;

beforeAll(async () => {
  engine = await createLocalEngine({
    log: silentLog,
    backend: async (options) => (backend = await createLinuxBackend(options)),
  });
  x = await XConnection.open(process.env['DISPLAY'] ?? '');
  target = await startTarget(backend, 'mousepad', ['--disable-server']);
});
afterAll(async () => {
  await target.end();
  await engine.close();
  x.close();
});
beforeEach(async () => {
  await engine.actOnWindow({ window: (await target.window()).id, action: 'focus' });
});

async function set(layout: string, variant = '', state = { group: 0, locked: 0 }): Promise<void> {
  await run('setxkbmap', ['-layout', layout, '-variant', variant]);
  setLocks((await x.extension('xkb'))!, state);
  await x.sync();
}

describe('a chord', () => {
  let seen: { key: string; text: string | null }[];
  let listening: Disposable;
  beforeEach(async () => {
    seen = [];
    listening = await backend.observer.listen((input) => {
      if (input.type === 'key') seen.push({ key: input.key, text: input.text });
    });
  });
  afterEach(async () => {
    listening.dispose();
    await set('us');
  });

  test.each([
    { layout: 'us,ru', group: 1, keys: 'ctrl+c', is: { key: 'ctrl+c', text: null } },
    { layout: 'us,ru,fr', group: 2, keys: 'ctrl+a', is: { key: 'ctrl+a', text: null } },
    { layout: 'us,ru,de,fr', group: 3, keys: 'ctrl+z', is: { key: 'ctrl+z', text: null } },
    { layout: 'us,ru,de,fr', group: 3, keys: 'a', is: { key: 'a', text: 'a' } },
    { layout: 'fr,us,de', group: 2, keys: 'altgr+q', is: { text: '@' } },
    { layout: 'ru', keys: 'ctrl+c', is: { key: 'ctrl+c', text: null } },
    { layout: 'gr', keys: 'ctrl+shift+z', is: { key: 'ctrl+shift+z', text: null } },
    // Digits need Shift there, which would change the shortcut.
    { layout: 'fr', keys: 'ctrl+1', is: { key: 'ctrl+1', text: null } },
    { layout: 'de', keys: 'altgr+q', is: { text: '@' } },
    { layout: 'us', variant: 'intl', keys: "ctrl+'", is: { key: "ctrl+'", text: null } },
    { layout: 'us', keys: 'Numpad7', is: { text: '7' } },
    { layout: 'us', locked: stateBit.numLock, keys: 'Numpad7', is: { text: '7' } },
    { layout: 'us', keys: 'NumpadEnter', is: { key: 'NumpadEnter' } },
    { layout: 'us', keys: 'MediaPlayPause', is: { key: 'MediaPlayPause', text: null } },
    { layout: 'us', keys: 'AudioVolumeMute', is: { key: 'AudioVolumeMute' } },
    { layout: 'us', keys: 'F13', is: { key: 'F13' } },
    { layout: 'us', keys: 'shift+F24', is: { key: 'shift+F24' } },
  ])('$keys on $layout $variant', async ({ layout, variant = '', group = 0, locked = 0, keys, is }) => {
    await set(layout, variant, { group, locked });
    await engine.pressKeys({ keys });
    await vi.waitFor(() => expect(seen.at(-1)).toMatchObject(is), shows);
  });

  test.each([
    { layouts: 'us,ru,fr', group: 2, code: 24, is: 'a' },
    { layouts: 'us,ru,fr,gr', group: 3, code: 24, is: ';' },
    { layouts: 'us,ru,fr', group: 1, code: 24, is: 'й' },
    { layouts: 'us,ru,fr', group: 0, code: 24, is: 'q' },
  ])("$is is the key's character in layout $group of $layouts", async ({ layouts, group, code, is }) => {
    await set(layouts, '', { group, locked: 0 });
    const test = (await x.extension('xtest'))!;
    for (const type of [test.KeyPress, test.KeyRelease]) test.FakeInput(type, code, 0, 0, 0, 0);
    await vi.waitFor(() => expect(seen.at(-1)).toMatchObject({ text: is }), shows);
  });

  test('leaves layout and locks unchanged', async () => {
    await set('us,ru', '', { group: 1, locked: stateBit.lock });
    await engine.pressKeys({ keys: 'Numpad7' });
    await engine.pressKeys({ keys: 'ctrl+c' });
    const xkb = (await x.extension('xkb'))!;
    const state = await x.ask<XKeyboardState>((_, done) => xkb.GetState(xkb.UseCoreKbd, done));
    expect(state).toMatchObject({ group: 1, lockedMods: stateBit.lock });
  });
});

describe('concurrent actions of others', () => {
  test('a modifier held by another program is awaited, then refused', async () => {
    await run('xdotool', ['keydown', 'shift']);
    try {
      const refused = { code: 'busy', delivery: 'not_delivered' };
      await expect(engine.typeText({ text: 'abc' })).rejects.toMatchObject(refused);
      const at = { x: 5, y: 900 };
      await expect(engine.click({ at, button: 'left', count: 1 })).rejects.toMatchObject(refused);
    } finally {
      await run('xdotool', ['keyup', 'shift']);
    }
    await engine.typeText({ text: 'abc' });
  });

  test('another window coming to the front stops a text before the next key', async () => {
    const other = await startTarget(backend, 'galculator');
    try {
      const { id: window } = await target.window();
      await until(async () => (await engine.actOnWindow({ window, action: 'focus' }))?.active === true);
      await engine.pressKeys({ keys: 'ctrl+a', window });
      const text = '7'.repeat(5_000);
      const typing = engine.typeText({ text, window }).then(
        () => null,
        (error: unknown) => error,
      );
      await until(async () => (await value(target))?.startsWith('77') === true, 10_000);
      await backend.windows.act((await other.window()).id, 'focus');
      const error = (await typing) as { data: { typedCharacters: number } };
      expect(error).toMatchObject({ code: 'wrong_target_window', delivery: 'delivered' });
      const { typedCharacters } = error.data;
      expect(typedCharacters).toBeLessThan(text.length);
      // At most the key in flight was misdirected; the app may still be processing the others.
      const strayed = async () => typedCharacters - (await value(target))!.length;
      await vi.waitFor(async () => expect(await strayed()).toBeLessThanOrEqual(1), { timeout: 15_000 });
      expect(await strayed()).toBeGreaterThanOrEqual(0);
    } finally {
      await other.end();
    }
  });
});

async function value(app: TargetApp): Promise<string | null> {
  const { matches } = await engine.find({ window: (await app.window()).id, selector: 'role=Edit' });
  return matches[0]?.value ?? null;
}
