import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { isAlive } from '../base/processes/is-alive.ts';
import { buildCli, type BuiltCli } from '../cli/testing/built-cli.ts';
import { desktopFolders, socketOf, sweepDesktops } from './folders.ts';
import { parseProfile } from './profile.ts';
import { runInside } from './run-inside.ts';
import { startDesktop, type OwnDesktop } from './start.ts';
import { prepareAttack } from './testing/attack.ts';
import { processesWith } from './testing/processes-with.ts';

let cli: BuiltCli;
/** For TMPDIR: short, since sockets are below it. */
let temporary: string;
const started: OwnDesktop[] = [];

beforeAll(async () => {
  cli = await buildCli('auto');
  temporary = mkdtempSync(path.join(tmpdir(), 'd-'));
  vi.stubEnv('TMPDIR', temporary);
}, 60_000);
afterEach(async () => {
  await Promise.all(started.splice(0).map((desktop) => desktop.stop()));
});
afterAll(async () => {
  await cli.remove();
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true, force: true });
});

async function start(profile: string): Promise<OwnDesktop> {
  const entry = path.join(path.dirname(cli.script), 'desktop.js');
  const desktop = await startDesktop({ profile: parseProfile(`desktop: { ${profile} }`, 'test.yaml'), entry });
  started.push(desktop);
  return desktop;
}

/** The output of a program on a desktop, until it ends. */
function outputInside({ folder }: OwnDesktop, ...command: readonly [string, ...string[]]): Promise<string> {
  const [program, ...args] = command;
  return new Promise((resolve) => {
    let text = '';
    runInside(folder, program, args, { output: (more) => (text += more), exit: () => resolve(text) });
  });
}

it('a program inside reaches no file, network, bus, key, process or display of the user', async () => {
  const attack = await prepareAttack(path.join(path.dirname(cli.script), 'engine.js'));
  try {
    for (const [name, value] of Object.entries(attack.environment)) vi.stubEnv(name, value);
    const desktop = await start('');
    expect(await outputInside(desktop, ...attack.command)).toBe('[]\n');
    // Nothing moves there that is not moved.
    expect(await outputInside(desktop, 'cat', '.config/gtk-3.0/settings.ini')).toContain('gtk-enable-animations=0');
  } finally {
    await attack.close();
  }
});

it('what the person lists is open, to read or to write', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'listed-'));
  const [data, results] = [path.join(folder, 'data'), path.join(folder, 'results')];
  for (const name of [data, results]) mkdirSync(name);
  writeFileSync(path.join(data, 'in.txt'), 'in\n');
  const desktop = await start(`readable: [${data}], writable: [${results}]`);
  const script = `cat ${data}/in.txt; echo out >${results}/out.txt; touch ${data}/more 2>/dev/null || echo refused; ls ${folder}`;
  expect(await outputInside(desktop, 'sh', '-c', script)).toBe('in\nrefused\ndata\nresults\n');
  expect(readFileSync(path.join(results, 'out.txt'), 'utf8')).toBe('out\n');
  expect(readdirSync(data)).toEqual(['in.txt']);
  rmSync(folder, { recursive: true });
});

/** Runs a shell as a user unrelated to the owner. */
const asAnother = (script: string) =>
  promisify(execFile)('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', 'sh', '-c', script]).then(
    ({ stdout }) => stdout.trim(),
    () => 'refused',
  );

it.runIf(process.getuid?.() === 0)('another user neither sees nor touches a desktop', async () => {
  // Their way to the folder is open, as /tmp's is.
  chmodSync(temporary, 0o755);
  const [walled, open] = [await start(''), await start('walls: none')];
  for (const { folder } of [walled, open]) {
    expect(await asAnother(`ls ${path.dirname(folder)}`)).toBe('refused');
    for (const socket of ['view', 'door'])
      expect(
        await asAnother(
          `python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect("${folder}/door/${socket}")'`,
        ),
      ).toBe('refused');
  }
  const shown = `DISPLAY=${open.record.display} xprop -root _NET_SUPPORTING_WM_CHECK`;
  expect(await asAnother(shown)).toBe('refused');
  // Nor does the owner without the secret.
  const withSecret = (file: string) =>
    promisify(execFile)('sh', ['-c', shown], { env: { ...process.env, XAUTHORITY: file } });
  await expect(withSecret('/dev/null')).rejects.toThrow();
  expect((await withSecret(path.join(open.folder, 'run', 'Xauthority'))).stdout).toContain('window id');
});

it('who replaces a socket inside leads nobody to one of the user’s', async () => {
  const agent = path.join(temporary, 'agent');
  const server = createServer().listen(agent);
  const desktop = await start('');
  for (const name of ['view', 'door'] as const) {
    expect(socketOf(desktop.folder, name)).toBe(path.join(desktop.folder, 'door', name));
    await outputInside(desktop, 'ln', '-sf', agent, `/run/deskscope/${name}`);
    expect(() => socketOf(desktop.folder, name)).toThrow(/replaced its socket/);
  }
  server.close();
});

/** How many owners are killed: `KILLS=200` for more than the usual run has time for. */
const kills = Number(process.env['KILLS'] ?? 8);

it(
  `of ${kills} owners killed at any moment, no process and no folder is left`,
  { timeout: 60_000 + kills * 5_000 },
  async () => {
    // Every program of a desktop inherits it, even without its parent.
    const word = `Etc/GMT-${randomBytes(8).toString('hex')}`;
    const profile = path.join(temporary, 'open.yaml');
    writeFileSync(profile, 'desktop: { walls: none }');
    let ready = 0;
    for (let turn = 0; turn < kills; turn++) {
      const args = ['desktop', 'start', '--attached', '--json', ...(turn % 2 ? ['--desktop-profile', profile] : [])];
      const owner = spawn(process.execPath, [cli.script, ...args], {
        env: { ...process.env, TZ: word, DESKSCOPE_BACKEND: 'auto' },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const isReady = new Promise<boolean>((resolve) => owner.stdout.once('data', () => resolve(true)));
      // Some while they start, some right when they are ready.
      const moment = turn % 4 === 3 ? isReady : new Promise((resolve) => setTimeout(resolve, Math.random() * 900));
      const gone = new Promise((resolve) => owner.once('exit', resolve));
      ready += Number(await Promise.race([moment.then(() => isReadyNow(isReady)), gone.then(() => false)]));
      owner.kill('SIGKILL');
      await gone;
    }
    await vi.waitFor(() => expect(processesWith(word)).toEqual([]), { timeout: 20_000, interval: 50 });
    await sweepDesktops();
    expect(desktopFolders()).toEqual([]);
    expect(ready).toBeGreaterThan(0);
  },
);

function isReadyNow(ready: Promise<boolean>): Promise<boolean> {
  return Promise.race([ready, Promise.resolve(false)]);
}

it('the commands start a desktop, work on it and stop it', async () => {
  const { desktop } = (await cli.json('desktop', 'start')) as { desktop: { id: string; walls: string; owner: number } };
  const on = ['--desktop', desktop.id];
  expect(desktop.walls).toBe('bwrap');
  expect(await cli.json('desktop', 'list')).toMatchObject({ desktops: [{ id: desktop.id, hasView: true }] });
  expect(await cli.json(...on, 'launch', 'galculator')).toMatchObject({ window: { app: 'galculator' } });
  // The app stays when the command that started it ends; the user's own desktop has none.
  expect(await cli.json(...on, 'windows')).toMatchObject({ windows: [{ app: 'galculator' }] });
  expect(await cli.json('windows')).toMatchObject({ windows: [] });
  const picture = path.join(cli.folder, 'desktop.png');
  expect(await cli.json(...on, 'screenshot', '-o', picture)).toMatchObject({ ok: true });
  expect(existsSync(picture)).toBe(true);
  expect(await cli.json('desktop', 'stop', desktop.id)).toMatchObject({ stopped: [desktop.id] });
  expect(await cli.json('desktop', 'list')).toMatchObject({ desktops: [] });
  await vi.waitFor(() => expect(isAlive(desktop.owner)).toBe(false), { timeout: 10_000, interval: 50 });
  expect(await cli.json(...on, 'windows')).toMatchObject({ error: { code: 'not_found' } });
});

it('a desktop of one command has the apps of its profile, and ends with it', async () => {
  const file = path.join(temporary, 'apps.yaml');
  writeFileSync(file, 'desktop: { size: 900x700, apps: [galculator] }');
  const own = ['--desktop', 'own', '--desktop-profile', file];
  expect(await cli.json(...own, 'windows')).toMatchObject({ windows: [{ app: 'galculator' }] });
  expect((await cli.run(...own, 'doctor')).stdout).toContain('900 × 700');
  expect(desktopFolders()).toEqual([]);
  writeFileSync(file, 'desktop: { apps: [no-such-program] }');
  expect(await cli.json(...own, 'windows')).toMatchObject({
    error: { message: expect.stringContaining('no-such-program') as unknown },
  });
  expect(desktopFolders()).toEqual([]);
});

it('a desktop whose X server dies reports it, and leaves nothing', async () => {
  const desktop = await start('');
  await outputInside(
    desktop,
    'sh',
    '-c',
    'kill -9 $(grep -lE "^(Xtigervnc|Xvnc|Xvfb)$" /proc/[0-9]*/comm | cut -d/ -f3)',
  );
  expect(await desktop.ended).toMatch(/^X.* ended \(SIGKILL\)\.$/);
  expect(existsSync(desktop.folder)).toBe(false);
});
