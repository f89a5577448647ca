import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../../../../base/log.ts';
import type { Engine } from '../../../engine.ts';
import { createBackend } from '../../../create-backend.ts';
import { createLocalEngine } from '../../../local-engine.ts';
import { XConnection } from '../x11/connection.ts';
import { until } from '../testing/target-app.ts';
import { stateBit } from './keymap.ts';
import { setLocks } from './locks.ts';

const run = promisify(execFile);
/** Accents, other alphabets, an emoji of three code points, a combining mark, what dead keys and AltGr stand for. */
const sample = 'Hello é ß Ñ œ 漢字 😀 👩‍🚀 e\u0301 «ж» €{}[]@|~\\ ^`´¨" Ωλ';
const lines = `${sample}\nnext line`;

let folder: string;
let engine: Engine;
let x: XConnection;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-typing-'));
  await writeFile(join(folder, 'page.html'), page);
  await writeFile(join(folder, 'one.ts'), translation);
  engine = await createLocalEngine({ log: silentLog, backend: (options) => createBackend('linux', options) });
  x = await XConnection.open(process.env['DISPLAY'] ?? '');
});
afterAll(async () => {
  x.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const page =
  '<!doctype html><meta charset="utf-8"><title>Typing page</title><textarea autofocus rows="8" cols="60"></textarea>';
const translation =
  '<?xml version="1.0" encoding="utf-8"?><TS version="2.1" language="de_DE"><context><name>C</name><message>' +
  '<source>one</source><translation type="unfinished"></translation></message></context></TS>';

interface TypingApp {
  readonly command: string;
  readonly args: () => readonly string[];
  /** Brings the focus into a field of several lines, where the start does not. */
  readonly enter?: string;
}

const apps: Readonly<Record<string, TypingApp>> = {
  'GTK 3': { command: 'mousepad', args: () => ['--disable-server'] },
  'GTK 4': { command: 'gtk4-demo', args: () => ['--run=textundo'] },
  'Qt 5': { command: '/usr/lib/qt5/bin/linguist', args: () => [join(folder, 'one.ts')], enter: 'ctrl+j' },
  'Qt 6': { command: '/usr/lib/qt6/bin/linguist', args: () => [join(folder, 'one.ts')], enter: 'ctrl+j' },
  Chromium: {
    command: 'chromium',
    args: () => [
      ...['--no-sandbox', '--no-first-run', `--user-data-dir=${join(folder, 'chromium')}`],
      `--app=file://${join(folder, 'page.html')}`,
    ],
  },
  Firefox: {
    command: 'firefox-esr',
    args: () => ['--no-remote', '--profile', folder, `file://${join(folder, 'page.html')}`],
  },
};

interface Field {
  readonly window: string;
  /** Types over what is there, and answers what is there then, as the app itself copies it. */
  readonly retype: (text: string) => Promise<string>;
}

async function inApp({ command, args, enter }: TypingApp, work: (field: Field) => Promise<void>): Promise<void> {
  const { id: window, processId } = await engine.launch({ command, args: args() }, { timeoutMs: 60_000 });
  try {
    await until(async () => (await engine.actOnWindow({ window, action: 'focus' }))?.active === true);
    // What the app does after its window stands, nobody says: it is ready when it gives back what was typed.
    if (enter) await engine.pressKeys({ keys: enter, window });
    const retype = async (text: string) => {
      await engine.pressKeys({ keys: 'ctrl+a', window });
      await engine.typeText({ text, window });
      await engine.pressKeys({ keys: 'ctrl+a', window });
      await engine.pressKeys({ keys: 'ctrl+c', window });
      await until(async () => (await clipboard()) === text, 5_000).catch(() => undefined);
      return clipboard();
    };
    await until(async () => (await retype('ready')) === 'ready', 40_000);
    await work({ window, retype });
  } finally {
    process.kill(processId, 'SIGKILL');
    // The server gives window ids anew: the next app's window must not be taken for this one.
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
  test.each(Object.keys(apps))('reaches %s as it is', { timeout: 120_000 }, async (name) => {
    await inApp(apps[name]!, async ({ retype }) => {
      expect(await retype(lines)).toBe(lines);
      // The second time nearly all of it has a key already.
      expect(await retype(sample)).toBe(sample);
    });
  });

  test('with more different characters than there are keys to spare', { timeout: 120_000 }, async () => {
    const many = Array.from({ length: 120 }, (_, i) => String.fromCodePoint(0x4e00 + i * 7)).join('');
    await inApp(apps['GTK 3']!, async ({ retype }) => {
      expect(await retype(many)).toBe(many);
    });
  });
});

describe('whatever the keyboard is set to', () => {
  const set = async (layout: string, variant: string, state: { group: number; locked: number }) => {
    await run('setxkbmap', ['-layout', layout, '-variant', variant]);
    setLocks((await x.extension('xkb'))!, state);
    await x.sync();
  };
  const settings = [
    ...[{ layout: 'de' }, { layout: 'fr' }, { layout: 'us', variant: 'intl' }, { layout: 'ru' }, { layout: 'gr' }],
    ...[
      { layout: 'us,ru', group: 1 },
      { layout: 'ru,us,gr', group: 2 },
    ],
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
