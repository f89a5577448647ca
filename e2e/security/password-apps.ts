import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChild, startChild } from '../../scripts/lib/children.mjs';
import { ownHome } from '../../scripts/lib/own-home.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { chromiumFlags } from '../../src-main/engine/testing/programs.ts';
import type { TestDesktop } from '../fixtures/desktop.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import type { UserInput } from '../fixtures/xdotool.ts';

const apps = 'e2e/target-apps/linux';
const tk = 'wm title . "Sign in with Tk"; pack [entry .p -show * -width 40]; focus -force .p';
const page = '<title>Sign in here</title><label>Password <input type="password" autofocus size="40"></label>';

export interface PasswordApp {
  readonly name: string;
  readonly title: RegExp;
  readonly start: (home: string) => Promise<readonly [command: string, ...args: string[]]>;
  /** A plain text field comes first. */
  readonly opensWithName?: true;
  /** Keys that focus the field once its window is focused. */
  readonly keys?: readonly string[];
}

export const passwordApps: readonly PasswordApp[] = [
  {
    name: 'GTK 3',
    title: /^Sign in$/,
    start: () => Promise.resolve(['/usr/bin/python3', join(apps, 'password_fields.py')]),
    opensWithName: true,
    keys: ['Tab'],
  },
  {
    name: 'Tk',
    title: /with Tk/,
    start: async (home) => {
      await writeFile(join(home, 'sign-in.tcl'), tk);
      return ['wish', join(home, 'sign-in.tcl')];
    },
  },
  {
    name: 'Chromium',
    title: /Sign in here/,
    start: async (home) => {
      await writeFile(join(home, 'page.html'), page);
      const flags = [...chromiumFlags, '--disable-gpu', '--force-renderer-accessibility', `--user-data-dir=${home}`];
      return ['chromium', ...flags, `file://${home}/page.html`];
    },
  },
  {
    name: 'an app without elements',
    title: /Terminal/,
    start: () => Promise.resolve(['xterm', '-T', 'Terminal', '-e', 'cat']),
  },
];

/** Only letters: every layout has keys for them, and no text contains eight of them in this order. */
export function newSecret(): string {
  return Array.from({ length: 16 }, () => String.fromCharCode(97 + randomInt(26))).join('');
}

/** A user's input to an app: a plain text if its window begins with such a field, then the secret. */
export async function signIn(
  person: UserInput,
  { opensWithName, keys = [] }: PasswordApp,
  { window, open, secret }: { readonly window: string; readonly open: string; readonly secret: string },
): Promise<void> {
  await person.focus(window);
  await sleep(700);
  if (opensWithName) await person.type(open);
  for (const key of keys) await person.key(key);
  await person.type(secret);
  await person.key('Return');
  await sleep(1_000);
}

export async function inApp(
  desktop: TestDesktop,
  one: PasswordApp,
  work: (window: string) => Promise<void>,
): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'deskscope-secret-app-'));
  const [command, ...args] = await one.start(home);
  const app = startChild(command, args, { env: { ...desktop.env, ...ownHome(home) } });
  try {
    await work(await waitFor(`the window of ${one.name}`, () => windowOf(desktop, one.title), 30_000));
  } finally {
    await endChild(app);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function windowOf(desktop: TestDesktop, title: RegExp): Promise<string | null> {
  const { output } = await run('wmctrl', ['-l'], { env: desktop.env });
  const found = output.split('\n').find((line) => title.test(line.split(/\s+/).slice(3).join(' ')));
  return found ? String(Number(found.split(' ')[0])) : null;
}
