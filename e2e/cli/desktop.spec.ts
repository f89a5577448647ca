import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../scripts/lib/run.mjs';
import { cli, startCli } from '../fixtures/cli.ts';
import type { TestDesktop } from '../fixtures/desktop.ts';
import { outsideTexts } from '../fixtures/outside.ts';
import { readPixels } from '../fixtures/screenshot.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import type { ElementNode } from '../../src-preload/contract/model/elements/element.ts';
import type { Rect } from '../../src-preload/contract/model/geometry.ts';
import type { Recording } from '../../src-preload/contract/model/recordings/recording.ts';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-cli-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

test('windows, tree, find, at and screenshot see a real app', async ({ desktop, target }) => {
  const app = await target('galculator');
  const ask = async (...args: string[]) => {
    const { code, stdout, stderr } = await cli([...args, '--json'], desktop.env);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as unknown;
  };
  expect(JSON.stringify(await ask('windows'))).toContain(app.windowId);
  expect(JSON.stringify(await ask('tree', app.windowId))).toContain('"name":"7"');

  const found = JSON.stringify(await ask('find', 'galculator', '--name', '7', '--control-type', 'Button'));
  const element = firstElement(JSON.parse(found));
  const { x, y, width, height } = element.bounds as Rect;
  expect(JSON.stringify(await ask('at', String(x + 5), String(y + 5)))).toContain(JSON.stringify(element.id));
  expect(JSON.stringify(await ask('selectors', 'galculator', element.id))).toContain('role=Button name=\\"7\\"');

  const file = join(folder, 'button.png');
  await ask('screenshot', '--region', [x, y, width, height].join(','), '-o', file);
  const pixels = await readPixels(await readFile(file));
  expect([pixels.width, pixels.height]).toEqual([width, height]);
});

/** A file system of 64 kB at that folder, for one program only; 4 kB of it are free. */
const onSmallDisk = (at: string): [string, ...string[]] => [
  ...(['unshare', '--map-root-user', '--mount', 'sh', '-c'] as const),
  'mount -t tmpfs -o size=64k none "$0" && head -c 57344 /dev/zero > "$0/rest" && exec "$@"',
  at,
];

test('a full disk loses no step: recording reports it, and saves once there is room', async ({
  desktop,
  person,
  target,
}) => {
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const app = await target('galculator');
  const { stdout } = await cli(['find', app.windowId, '--selector', 'role=Button name="7"', '--json'], desktop.env);
  const { x, y } = firstElement(JSON.parse(stdout)).bounds as Rect;
  const env = { ...desktop.env, TMPDIR: folder };
  const recording = startCli(['record', '-o', join(disk, 'flow.json')], env, onSmallDisk(disk));
  await waitFor('the recorder', () => /Recording\./.test(recording.stderr()));
  await person.focus(app.window);
  await waitFor('a full disk', async () => {
    await person.click(x + 5, y + 5);
    return recording.stderr().includes('would be lost in a crash: the disk is full.');
  });
  recording.signal('SIGINT');
  const { code, stderr } = await recording.ended;
  const saved = join(folder, 'flow.json');
  expect(code).toBe(1);
  expect(stderr).toContain(`could not be written: the disk is full. It was saved to ${saved} instead`);
  const { steps } = JSON.parse(await readFile(saved, 'utf8')) as Recording;
  const reported = stderr.match(/^\d+\. .*Button “7”/gm) ?? [];
  expect(reported.length).toBeGreaterThan(0);
  expect(steps).toHaveLength(reported.length);
});

test('a recording made with real input is exported and replayed on a fresh app', async ({
  desktop,
  person,
  target,
}) => {
  const file = join(folder, 'flow.json');
  const app = await target('galculator');
  const { stdout } = await cli(['find', app.windowId, '--selector', 'role=Button name="7"', '--json'], desktop.env);
  const { x, y } = firstElement(JSON.parse(stdout)).bounds as Rect;

  const recording = startCli(['record', '-o', file], desktop.env);
  await waitFor('the recorder', () => /record/i.test(recording.stderr()));
  await person.focus(app.window);
  await person.click(x + 5, y + 5);
  await waitFor('the step', () => recording.stderr().includes('Button “7”'));
  recording.signal('SIGINT');
  expect((await recording.ended).code).toBe(0);

  const script = await cli(['export', file, '--to', 'json'], desktop.env);
  expect(JSON.parse(script.stdout)).toMatchObject([{ tool_key: 'action::step_click' }]);

  await app.close();
  const again = await target('galculator');
  const report = join(folder, 'junit.xml');
  const replay = await cli(['replay', file, '--report', report, '--trace', join(folder, 'trace')], desktop.env);
  expect(replay.code, replay.stderr).toBe(0);
  expect(await outsideTexts(desktop, again.pid)).toContain('7');
  expect(await readFile(report, 'utf8')).toMatch(/<testsuite.*tests="1".*failures="0"/);
  expect(await readFile(join(folder, 'trace', 'trace.jsonl'), 'utf8')).toContain('step_click');
});

test('a closed window is not found, with exit code 1', async ({ desktop, target }) => {
  const app = await target('galculator');
  await app.close();
  const { code, stdout } = await cli(['tree', app.windowId, '--json'], desktop.env);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'window_not_found' } });
});

test('without a display, every command says what to do', async ({ desktop }) => {
  // Empty, which means none: if they are missing, the user's desktop is found.
  const env = { ...desktop.env, DISPLAY: '', WAYLAND_DISPLAY: '' };
  const { code, stdout } = await cli(['windows', '--json'], env);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'display_unavailable' } });
  const doctor = await cli(['doctor'], env);
  expect(doctor.stdout + doctor.stderr).toMatch(/DISPLAY/);
});

test('without an accessibility bus, windows work and trees say what to install or start', async ({
  desktop,
  target,
}) => {
  const app = await target('galculator');
  const env = { ...desktop.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', AT_SPI_BUS_ADDRESS: undefined };
  const putBack = await hideBusFromDisplay(desktop);
  try {
    expect((await cli(['windows'], env)).stdout).toContain('galculator');
    const tree = await cli(['tree', app.windowId, '--json'], env);
    expect(tree.code).toBe(1);
    const { error } = JSON.parse(tree.stdout) as { error: { code: string; hint: string } };
    expect(error.code).toBe('accessibility_unavailable');
    expect(error.hint).toMatch(/at-spi2-core|D-Bus|dbus/);
    expect((await cli(['doctor'], env)).stdout).toMatch(/at-spi2-core|dbus/);
  } finally {
    await putBack();
  }
});

test('an agent over HTTP may look; a port in use is reported', async ({ desktop, target }) => {
  await target('galculator');
  const server = startCli(['mcp', '--http', '--port', '0'], desktop.env);
  const address = await waitFor('the address', () => /http:\/\/127\.0\.0\.1:(\d+)\/mcp/.exec(server.stderr()));
  const taken = await cli(['mcp', '--http', '--port', String(address[1]), '--json'], desktop.env);
  expect(taken.code).toBe(1);
  expect(taken.stdout + taken.stderr).toContain('port_in_use');
  const unauthorised = await fetch(address[0], { method: 'POST', body: '{}' });
  expect(unauthorised.status).toBe(401);
  server.signal('SIGINT');
  expect((await server.ended).code).toBe(0);
});

/** The display also has the bus address, and some programs only look there. */
async function hideBusFromDisplay(desktop: TestDesktop): Promise<() => Promise<unknown>> {
  const xprop = async (...args: string[]) => (await run('xprop', ['-root', ...args], { env: desktop.env })).output;
  const address = /"(.*)"/.exec(await xprop('AT_SPI_BUS'))?.[1];
  await xprop('-remove', 'AT_SPI_BUS');
  return () => (address ? xprop('-f', 'AT_SPI_BUS', '8s', '-set', 'AT_SPI_BUS', address) : Promise.resolve());
}

/** The first element in an answer, at any depth. */
function firstElement(answer: unknown): ElementNode {
  const found = JSON.stringify(answer).length > 0 ? search(answer) : null;
  if (!found) throw new Error(`no element in ${JSON.stringify(answer)}`);
  return found;
}

function search(value: unknown): ElementNode | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('id' in value && typeof value.id === 'string' && value.id.includes('|runtime:')) return value as ElementNode;
  for (const inner of Object.values(value)) {
    const found = search(inner);
    if (found) return found;
  }
  return null;
}
