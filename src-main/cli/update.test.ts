import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTerminal, type Terminal } from './testing/in-process.ts';

/** As `testing/in-process.ts` reports. */
const current = '1.2.3';
let server: Server;
let address: string;
let asked: IncomingMessage[];
let answer: { status: number; headers?: Record<string, string>; body: string };
let cli: Terminal;
let config: string;

const answers = (release: unknown) => (answer = { status: 200, body: JSON.stringify(release) });

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`;
  config = await mkdtemp(path.join(tmpdir(), 'deskscope-update-'));
  cli = await openTerminal({ XDG_CONFIG_HOME: config, APPDATA: config });
});
afterEach(async () => {
  await cli.close();
  await rm(config, { recursive: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('a newer release is reported, with where to get it; no more is asked than that', async () => {
  const page = 'https://releases.example/2.0.0';
  answers({ tag_name: 'v2.0.0', html_url: page, assets: [{ browser_download_url: `${address}/setup.exe` }] });
  const { code, stdout, stderr } = await cli.run('update', '--from', address);
  expect([code, stdout]).toEqual([0, `Deskscope 2.0.0 is out; this is ${current}. Read of it and get it: ${page}\n`]);
  expect(stderr).toContain(address);
  expect(asked.map(({ method, url }) => [method, url])).toEqual([['GET', '/latest']]);
  // Neither the version nor the system, nor anything to know this machine by.
  const { host, connection, 'accept-encoding': _, ...sent } = asked[0]!.headers;
  expect([host, connection]).toEqual([new URL(address).host, 'keep-alive']);
  expect(sent).toMatchObject({ accept: 'application/json', 'user-agent': 'deskscope' });
  expect(Object.keys(sent).sort()).toEqual(['accept', 'accept-language', 'sec-fetch-mode', 'user-agent']);
});

test.each([
  ['1.2.3', false],
  ['1.2.3-rc.1', false],
  ['1.2.2', false],
  ['1.10.0', true],
])('%s is newer: %s', async (tag, isNewer) => {
  answers({ tag_name: tag });
  expect(await cli.json('update', '--from', address)).toMatchObject({
    ok: true,
    asked: address,
    current,
    latest: tag,
    isNewer,
    page: null,
  });
});

test('an address of the web alone is told to a person', async () => {
  for (const html_url of ['http://releases.example/', 'javascript:alert(1)', 'https://me@releases.example/', 'here']) {
    answers({ tag_name: '2.0.0', html_url });
    expect(await cli.json('update', '--from', address)).toMatchObject({ page: null });
  }
});

test.each([
  ['is not there', { status: 404, body: '' }, '404'],
  ['sends on to another', { status: 302, headers: { location: 'https://other.example/' }, body: '' }, 'redirect'],
  ['answers what is no release', { status: 200, body: '<html>' }, 'no version'],
  ['names no version', { status: 200, body: '{"tag_name":"latest"}' }, 'no version'],
  ['answers without an end', { status: 200, body: ' '.repeat(1_000_001) }, 'more than'],
])('a server that %s is reported as such', async (_, how, why) => {
  answer = how;
  const { error } = await cli.json('update', '--from', address);
  expect(error).toMatchObject({ code: 'server_unavailable', message: expect.stringContaining(why) as string });
});

test('no address is made up: nothing is asked if none is known, and the settings may name one', async () => {
  answers({ tag_name: '2.0.0' });
  const { error } = await cli.json('update');
  expect(error).toMatchObject({ code: 'not_found' });
  expect(asked).toEqual([]);
  const profile = path.join(config, 'deskscope');
  await mkdir(profile, { recursive: true });
  await writeFile(path.join(profile, 'settings.json'), JSON.stringify({ releases: address }));
  expect(await cli.json('update')).toMatchObject({ asked: address, isNewer: true });
});
