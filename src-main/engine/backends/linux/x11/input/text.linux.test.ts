import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../../../../../base/log.ts';
import type { Engine } from '../../../../engine.ts';
import { createBackend } from '../../../../create-backend.ts';
import { createLocalEngine } from '../../../../process/local-engine.ts';
import { XConnection } from '../display/connection.ts';
import { until } from '../../testing/apps/target-app.ts';
import { typingApps, type TypingApp } from '../../testing/apps/typing-apps.ts';
import { stateBit } from './keyboard/keymap.ts';
import { setLocks } from './keyboard/locks.ts';

const run = promisify(execFile);
const apps = await typingApps();
/** Accents, other alphabets, an emoji of three code points, a combining mark, and characters of dead keys and AltGr. */
const sample = 'Hello é ß Ñ œ 漢字 😀 👩‍🚀 e\u0301 «ж» €{}[]@|~\\ ^`´¨" Ωλ';

let engine: Engine;
let x: XConnection;

beforeAll(async () => {
  engine = await createLocalEngine({ log: silentLog, backend: (options) => createBackend('linux', options) });
  x = await XConnection.open(process.env['DISPLAY'] ?? '');
});
afterAll(async () => {
  x.close();
  await engine.close();
});

interface Field {
  readonly window: string;
  /** Replaces the field's text, and returns the result as copied by the app itself. */
  readonly retype: (text: string) => Promise<string>;
}

async function inApp({ command, args, enter }: TypingApp, work: (field: Field) => Promise<void>): Promise<void> {
  const { id: window, processId } = await engine.launch({ command, args }, { timeoutMs: 60_000 });
  try {
    await until(async () => (await engine.actOnWindow({ window, action: 'focus' }))?.active === true);
    // An app may still be starting after its window opened: it is ready when it returns the typed text.
    if (enter) await engine.pressKeys({ keys: enter, window });
    const copy = async () => {
      await engine.pressKeys({ keys: 'ctrl+a', window });
      await engine.pressKeys({ keys: 'ctrl+c', window });
      return clipboard();
    };
    const retype = async (text: string) => {
      await engine.pressKeys({ keys: 'ctrl+a', window });
      await engine.typeText({ text, window });
      // Apps publish a copied text after a delay, and LibreOffice not always.
      let copied = '';
      await until(async () => (copied = await copy()) === text, 5_000).catch(() => undefined);
      return copied;
    };
    await until(async () => (await retype('ready')) === 'ready', 40_000);
    await work({ window, retype });
  } finally {
    process.kill(processId, 'SIGKILL');
    // The server reuses window ids: the next app's window must not be mistaken for this one.
    await until(async () => !(await engine.listWindows({})).items.some((item) => item.id === window));
  }
}

async function clipboard(): Promise<string> {
  const { stdout } = await run('timeout', ['3', 'xclip', '-o', '-selection', 'clipboard']).catch(() => ({
    stdout: '',
  }));
  return stdout;
}

describe('any text', () => {
  test.each(Object.keys(apps))('reaches %s unchanged', { timeout: 120_000 }, async (name) => {
    const app = apps[name]!;
    const line = sample.replaceAll(app.oneLineWithout ?? '\n', '');
    const text = app.oneLineWithout ? line : `${line}\nnext line`;
    await inApp(app, async ({ retype }) => {
      expect(await retype(text)).toBe(text);
      // The second time, nearly every character has a key already.
      expect(await retype(line)).toBe(line);
    });
  });

  test('with more distinct characters than spare keys', { timeout: 120_000 }, async () => {
    const many = Array.from({ length: 120 }, (_, i) => String.fromCodePoint(0x4e00 + i * 7)).join('');
    await inApp(apps['GTK 3']!, async ({ retype }) => {
      expect(await retype(many)).toBe(many);
    });
  });
});

describe('whatever the keyboard layout and locks', () => {
  const set = async (layout: string, variant: string, state: { group: number; locked: number }) => {
    await run('setxkbmap', ['-layout', layout, '-variant', variant]);
    setLocks((await x.extension('xkb'))!, state);
    await x.sync();
  };
  const settings = [
    { layout: 'de' },
    { layout: 'fr' },
    { layout: 'us', variant: 'intl' },
    { layout: 'ru' },
    { layout: 'gr' },
    { layout: 'us,ru', group: 1 },
    { layout: 'ru,us,gr', group: 2 },
    { layout: 'us', locked: stateBit.lock },
    { layout: 'fr', locked: stateBit.lock },
    { layout: 'us', locked: stateBit.numLock },
  ];
  const text = 'Aa1!2 "quoted" é à ü\' ñ Привет Ωλ @{}|~€';

  test.each(['GTK 3', 'Qt 5'])('text and shortcuts arrive in %s', { timeout: 120_000 }, async (name) => {
    try {
      await inApp(apps[name]!, async ({ retype }) => {
        for (const { layout, variant = '', group = 0, locked = 0 } of settings) {
          await set(layout, variant, { group, locked });
          expect(await retype(text), `${layout} ${variant} group ${group} locks ${locked}`).toBe(text);
        }
      });
    } finally {
      await set('us', '', { group: 0, locked: 0 });
    }
  });
});
