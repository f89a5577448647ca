import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, type ErrorCode } from '#contract/errors';
import type { CallEnd } from '../../tools/observer.ts';
import { windowRoutes } from '../../tools/servers/window-management/http-routes.ts';
import { windowManagement } from '../../tools/servers/window-management/index.ts';
import { createHttpBench, readToken, token, type HttpBench } from '../testing/http-bench.ts';
import { maxBodyBytes } from './client-message.ts';

let bench: HttpBench;
let calls: CallEnd[] = [];
const profile = mkdtempSync(path.join(tmpdir(), 'deskscope-api-'));
const open = async (options: Parameters<typeof createHttpBench>[0] = {}) => {
  calls = [];
  const observer = { before: () => undefined, after: (end: CallEnd) => void calls.push(end) };
  bench = await createHttpBench({ policyMode: 'all', profile, observers: [observer], ...options });
};
beforeEach(() => open());
afterEach(() => bench.close());
afterAll(() => rmSync(profile, { recursive: true }));

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

const fake = (title: string) => bench.fake.desktop.windows.find((window) => window.title === title)!;
const get = (where: string, bearer = token) => ask('GET', where, undefined, { authorization: `Bearer ${bearer}` });
const post = (where: string, body?: unknown, headers: OutgoingHttpHeaders = {}) =>
  ask('POST', where, body, { authorization: `Bearer ${token}`, ...headers });

function ask(method: string, where: string, body: unknown, headers: OutgoingHttpHeaders): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(`/windows/${where}`, bench.serving.url), { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode: status = 0 } = response;
        resolve({ status, headers: response.headers, body: JSON.parse(text) as Record<string, unknown> });
      });
    });
    asked.once('error', reject);
    asked.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
  });
}

describe('every route', () => {
  it('does what its tool does', async () => {
    const handle = fake('Form').id;
    const { bounds: first } = bench.fake.desktop.monitors[0]!;
    bench.fake.desktop.setMonitors([first, { ...first, x: first.width }]);
    const acts: Readonly<Record<string, readonly [parameters: object | undefined, wanted: object]>> = {
      focus: [{ title: 'form' }, { title: 'Form', active: true }],
      next: [undefined, { app: 'calculator', active: true }],
      minimize: [{ handle }, { state: 'minimized' }],
      maximize: [{ handle }, { state: 'maximized' }],
      restore: [{ handle }, { state: 'normal' }],
      fullscreen: [{ handle }, { state: 'fullscreen' }],
      always_on_top: [
        { handle, on: true },
        { always_on_top: true, note: 'State before: full screen.' },
      ],
      'layout/save': [
        { name: 'api', app: 'calculator' },
        { name: 'api', windows: [{ app: 'calculator' }] },
      ],
      'layout/restore': [{ name: 'api' }, { restored: [{ app: 'calculator' }], not_restored: [] }],
      move: [{ app: 'calculator', x: 11, y: 12 }, { bounds: { x: 11, y: 12 } }],
      resize: [{ app: 'calculator', width: 401, height: 402 }, { bounds: { width: 401, height: 402 } }],
      monitor: [{ app: 'calculator', monitor: 1 }, { monitor: 1 }],
      desktop: [{ app: 'calculator', desktop: 1 }, { desktop: 1 }],
      show_desktop: [{ desktop: 1 }, { count: 4, current: 1 }],
      launch: [{ command: 'notes' }, { app: 'notes', active: true }],
      wait: [{ title: 'Notes' }, { app: 'notes' }],
      close: [{ title: 'Notes' }, { title: 'Notes', closed: true }],
      close_app: [{ app: 'twin' }, { app: 'twin', closed: [{}, {}] }],
    };
    const posts = windowRoutes.filter(({ method }) => method === 'POST').map(({ path }) => path.slice(9));
    expect(Object.keys(acts).sort()).toEqual([...posts].sort());
    for (const [where, [parameters, wanted]] of Object.entries(acts)) {
      const { status, body } = await post(where, parameters);
      expect([where, status, body['error']]).toEqual([where, 200, undefined]);
      expect(body).toMatchObject({ status: 'success', ...wanted });
    }
  });

  it('looks', async () => {
    const { status, body } = await get('list');
    expect(status).toBe(200);
    expect(body).toHaveLength(6);
    expect(body[0]).toMatchObject({ title: 'Calculator', app: 'calculator', active: true });
    expect((await get('list?title=twin&desktop=current')).body).toHaveLength(2);
    expect((await get('active')).body).toMatchObject({ status: 'success', title: 'Calculator', app: 'calculator' });
    expect((await get('apps')).body).toMatchObject({
      status: 'success',
      apps: [{ app: 'calculator' }, {}, {}, {}, {}],
    });
    expect(windowRoutes.filter(({ method }) => method === 'GET')).toHaveLength(3);
  });

  it('passes the tool-runner in the name of its User-Agent', async () => {
    await get('list');
    await post('focus', { title: 'Form' }, { 'user-agent': 'robot/2.0' });
    expect(calls.map(({ tool, caller }) => [tool, caller])).toEqual([
      ['data_collection::list_windows', { kind: 'agent', name: 'http' }],
      ['action::focus_window', { kind: 'agent', name: 'robot/2.0' }],
    ]);
  });
});

it('is in the docs, with every tool and route', () => {
  const docs = readFileSync(path.resolve(import.meta.dirname, '../../../docs/window-management.md'), 'utf8');
  for (const { name } of windowManagement) expect(docs).toContain(`\`${name}\``);
  for (const { path } of windowRoutes) expect(docs).toContain(`${path.replace('/windows', '')}\``);
});

describe('refuses', () => {
  it('what does not exist', async () => {
    expect(await post('focus', { title: 'Nope' })).toMatchObject({
      status: 404,
      body: { error: 'Window not found', code: 'window_not_found' },
    });
    expect(await post('monitor', { app: 'form', monitor: 9 })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    const unknown = await get('nonsense');
    expect(unknown.status).toBe(404);
    expect(unknown.body['error']).toContain('GET /windows/list');
  });

  it('what may mean several windows, with each of them', async () => {
    const { status, body } = await post('close', { title: 'Twin' });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'multiple_matches', candidates: [{ app: 'twin' }, { app: 'twin' }] });
    expect(await get('list?title=Twin')).toMatchObject({ body: { length: 2 } });
  });

  it('wrong methods, bodies and parameters', async () => {
    const wrong = await get('focus');
    expect([wrong.status, wrong.headers['allow'], wrong.body['error']]).toEqual([
      405,
      'POST',
      'Method not allowed: use POST.',
    ]);
    expect((await post('list')).status).toBe(405);
    const broken = await post('focus', '{"title":');
    expect([broken.status, broken.body['error']]).toEqual([400, 'Parse error: the body is not JSON.']);
    for (const body of ['[1]', '"x"', { titel: 'Form' }, { title: [7, 8] }]) {
      expect(await post('focus', body)).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
    }
    expect(await get('list?titel=x')).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
    expect(await post('close', {})).toMatchObject({ status: 400 });
    const length = String(maxBodyBytes + 1);
    expect(await post('focus', undefined, { 'content-length': length })).toMatchObject({ status: 413 });
  });

  it('who does not belong here', async () => {
    const bare = (headers: OutgoingHttpHeaders) => ask('GET', 'list', undefined, headers);
    expect((await bare({})).status).toBe(401);
    expect((await bare({ authorization: 'Bearer wrong' })).status).toBe(401);
    const authorization = `Bearer ${token}`;
    expect((await bare({ authorization, host: 'evil.example' })).status).toBe(403);
    expect((await bare({ authorization, origin: 'https://evil.example' })).status).toBe(403);
    expect((await bare({ authorization, origin: 'http://localhost:1' })).status).toBe(200);
  });

  it('what is not permitted', async () => {
    expect((await get('list', readToken)).status).toBe(200);
    const authorization = `Bearer ${readToken}`;
    expect(await post('focus', { title: 'Form' }, { authorization })).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
    await bench.close();
    await open({ policyMode: 'observe' });
    expect(await post('focus', { title: 'Form' })).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    expect(fake('Calculator')).toBe(bench.fake.desktop.active);
  });

  it.each<[ErrorCode, number, string]>([
    ['unsupported_platform', 501, 'Window management not supported'],
    ['display_unavailable', 501, 'Window management not supported'],
    ['elevated_target', 403, 'Said so.'],
    ['target_not_responding', 504, 'Said so.'],
    ['engine_restarted', 503, 'Said so.'],
    ['accessibility_unavailable', 500, 'Said so.'],
  ])('with the status of %s', async (code, status, error) => {
    vi.spyOn(bench.engine, 'listWindows').mockRejectedValue(new AppError(code, 'Said so.'));
    expect(await get('list')).toMatchObject({ status, body: { code, error, message: 'Said so.' } });
  });

  it('to call it done when nothing happened', async () => {
    bench.fake.faults.set('deaf', 'act');
    expect(await post('minimize', { title: 'Form' })).toMatchObject({
      status: 502,
      body: { code: 'not_verified', delivery: 'delivered' },
    });
    expect(await post('wait', { title: 'Nope', timeout_ms: 50 })).toMatchObject({
      status: 504,
      body: { code: 'timeout' },
    });
  }, 10_000);
});

it('ends a call whose caller went away, and every call when the user halts', async () => {
  const leaving = new AbortController();
  const url = new URL('/windows/wait', bench.serving.url);
  const headers = { authorization: `Bearer ${token}` };
  const body = '{"title":"Nope"}';
  const looks = vi.spyOn(bench.engine, 'listWindows');
  const left = fetch(url, { method: 'POST', headers, body, signal: leaving.signal });
  await vi.waitFor(() => expect(looks).toHaveBeenCalled());
  leaving.abort();
  await expect(left).rejects.toThrow();
  await vi.waitFor(() => expect(calls[0]?.error?.code).toBe('cancelled'), { timeout: 10_000 });
  looks.mockClear();
  const halted = post('wait', { title: 'Nope' });
  await vi.waitFor(() => expect(looks).toHaveBeenCalled());
  bench.runner.haltAll();
  expect(await halted).toMatchObject({ status: 503, body: { code: 'cancelled' } });
});
