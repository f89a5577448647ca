import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChild, startChild } from '../../scripts/lib/children.mjs';
import { ownHome } from '../../scripts/lib/own-home.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { writeExportFolder } from '../../src-main/recorder/export-files.ts';
import { exporters } from '../../src-main/recorder/exporters/list.ts';
import { chromiumFlags } from '../../src-main/engine/testing/chromium-flags.ts';
import type { Recording } from '../../src-preload/contract/model/recording.ts';
import { startCli } from '../fixtures/cli.ts';
import type { TestDesktop } from '../fixtures/desktop.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import { filesWith, memoryWith, treeOf } from './secrets-of.ts';

const apps = 'e2e/target-apps/linux';
const tk = 'wm title . "Sign in with Tk"; pack [entry .p -show * -width 40]; focus -force .p';
const page = '<title>Sign in here</title><label>Password <input type="password" autofocus size="40"></label>';

interface Case {
  readonly name: string;
  readonly title: RegExp;
  readonly start: (home: string) => Promise<readonly [command: string, ...args: string[]]>;
  /** A field for all to see comes first. */
  readonly opensWithName?: true;
  /** Keys that lead to the field once its window has the focus. */
  readonly keys?: readonly string[];
}

const cases: readonly Case[] = [
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

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-secrets-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Letters alone: every layout has keys for them, and no text holds eight of them in this order. */
function newSecret(): string {
  return Array.from({ length: 16 }, () => String.fromCharCode(97 + randomInt(26))).join('');
}

test('what is typed as a password is in no file, no export, no log and not in memory', async ({ desktop, person }) => {
  test.setTimeout(120_000);
  const file = join(folder, 'flow.json');
  const open = newSecret();
  const secrets = cases.map(newSecret);
  const recording = startCli(['record', '-o', file], desktop.env);
  try {
    await waitFor('the recorder', () => /record/i.test(recording.stderr()));
    for (const [index, one] of cases.entries()) {
      await inApp(desktop, one, async (window) => {
        await person.focus(window);
        await sleep(700);
        if (one.opensWithName) await person.type(open);
        for (const key of one.keys ?? []) await person.key(key);
        await person.type(secrets[index] ?? '');
        await person.key('Return');
        await sleep(1_000);
      });
    }
    const found = new Map<string, string>();
    for (const pid of await treeOf(recording.pid))
      for (const [text, around] of await memoryWith(pid, [open, ...secrets])) found.set(text, `${pid}: ${around}`);
    // What was typed into an open field is found: this search can find.
    expect(found.delete(open)).toBe(true);
    expect([...found.values()]).toEqual([]);
  } finally {
    recording.signal('SIGINT');
    await recording.ended;
  }
  const { stdout, stderr } = await recording.ended;
  await writeFile(join(folder, 'said.txt'), stdout + stderr);
  const recorded = JSON.parse(await readFile(file, 'utf8')) as Recording;
  const hidden = recorded.steps.filter(({ action }) => 'secret' in action && action.secret !== undefined);
  expect(hidden.map(({ target }) => target?.picture)).toEqual(cases.map(() => undefined));
  for (const exporter of exporters) {
    await writeFile(join(folder, exporter.id), JSON.stringify(exporter.stringify(recorded)));
    if (exporter.folder) await writeExportFolder(exporter, recorded, join(folder, `${exporter.id}-folder`));
  }
  expect((await filesWith(folder, open)).length).toBeGreaterThan(exporters.length);
  for (const secret of secrets) expect(await filesWith(folder, secret)).toEqual([]);
});

async function inApp(desktop: TestDesktop, one: Case, work: (window: string) => Promise<void>): Promise<void> {
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
