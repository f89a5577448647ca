import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import { createBench, type Bench } from '../tools/testing/run-tools.ts';
import type { AskedServers, MayStart } from './config/starts.ts';
import { openComputers, type Computers } from './open-computers.ts';

let folder: string;
let bench: Bench;
let computers: Computers;
let reported: string[];
let asked: AskedServers[];
let isAllowed: boolean;
const mayStart: MayStart = (servers) => {
  asked.push(servers);
  return isAllowed ? Promise.resolve() : Promise.reject(new AppError('permission_denied', 'no'));
};
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-computers-'));
  bench = await createBench();
  reported = [];
  asked = [];
  isAllowed = true;
});
afterEach(async () => {
  await computers.close();
  await bench.close();
  rmSync(folder, { recursive: true });
});

const file = () => path.join(folder, 'mcp.yaml');
const group = (name: string) => `{ default: { action: [{ namespace: ${name}, type: local }] } }`;

function open(own?: string): Promise<Computers> {
  return openComputers({
    ...(own !== undefined && { file: own }),
    variables: {},
    runner: bench.runner,
    version: '0.0.0',
    mayStart,
    log: (level, message, error) =>
      reported.push(`${level}: ${message} ${error instanceof Error ? error.message : ''}`),
  });
}

it('takes UFO’s agents where no file is given', async () => {
  computers = await open();
  const host = await computers.manager.getOrCreate({ agent: 'HostAgent' });
  expect([...new Set(host.tools().map((tool) => tool.namespace))]).toEqual([
    'UICollector',
    'HostUIExecutor',
    'CommandLineExecutor',
    'Computer',
  ]);
  expect(host.problems).toEqual([]);
});

it('takes what a file would hold as an object, and names what is wrong in it', async () => {
  const action = [{ namespace: 'AppUIExecutor', type: 'local' }];
  const options = { variables: {}, runner: bench.runner, version: '0.0.0', mayStart, log: () => undefined };
  computers = await openComputers({ ...options, file: { A: { default: { action } } } });
  const own = await computers.manager.getOrCreate({ agent: 'A' });
  expect(own.servers()).toEqual([{ namespace: 'AppUIExecutor', tool_type: 'action', kind: 'local' }]);
  await expect(openComputers({ ...options, file: { A: { default: { action: [{ type: 'htpp' }] } } } })).rejects.toThrow(
    /^configuration:\d+:\d+: Unsupported server type: htpp/,
  );
});

it.each([true, false])('answers whole where a program reads (%j), else in pages', async (whole) => {
  const options = { variables: {}, runner: bench.runner, version: '0.0.0', mayStart, log: () => undefined };
  computers = await openComputers({ ...options, whole });
  const [result] = await computers.router.execute('AppAgent', null, null, [
    { tool_name: 'list_tools', tool_type: 'action', parameters: { remove_meta: false } },
  ]);
  const all = (await computers.manager.getOrCreate({ agent: 'AppAgent' })).tools();
  expect(all.length).toBeGreaterThan(20);
  if (whole) {
    expect(result?.data).toHaveLength(all.length);
    expect(JSON.parse(result?.observation ?? '')).toHaveLength(all.length);
  } else expect((result?.data as object[]).length).toBeLessThan(all.length);
});

it('takes over a changed file while it runs: only what changed is opened again, and a broken file changes nothing', async () => {
  writeFileSync(file(), `A: ${group('AppUIExecutor')}\nB: ${group('AppUIExecutor')}\n`);
  computers = await open(file());
  const { manager } = computers;
  const before = { a: await manager.getOrCreate({ agent: 'A' }), b: await manager.getOrCreate({ agent: 'B' }) };

  writeFileSync(file(), `A: [\n`);
  await vi.waitFor(() => expect(reported.join()).toMatch(/error: the change of .* is not used .*mcp\.yaml:\d+:\d+: /), {
    timeout: 5_000,
  });
  expect(await manager.getOrCreate({ agent: 'A' })).toBe(before.a);

  // As editors do: a new file takes the old one's place.
  const next = path.join(folder, 'next');
  writeFileSync(next, `A: ${group('HostUIExecutor')}\nB: ${group('AppUIExecutor')}\n`);
  renameSync(next, file());
  await vi.waitFor(() => expect(manager.names()).toEqual(['B::None::default']), { timeout: 5_000 });
  const after = await manager.getOrCreate({ agent: 'A' });
  expect(after.tools().map((tool) => tool.tool_key)).toContain('action::select_application_window');
  expect(await manager.getOrCreate({ agent: 'B' })).toBe(before.b);
});

it('reports what it cannot start with', async () => {
  computers = await open();
  await computers.close();
  await expect(open(file())).rejects.toMatchObject({ code: 'file_error' });
  writeFileSync(file(), 'A: 1');
  await expect(open(file())).rejects.toMatchObject({ code: 'invalid_parameter' });
});

describe('what a configuration starts and reaches', () => {
  const ran = () => path.join(folder, 'ran');
  const program = (name: string) =>
    `{ namespace: N, type: stdio, command: '${process.execPath}', start_args: [-e, "require('fs').writeFileSync('${ran()}', '${name}')"], env: { A_KEY: x } }`;
  const isRun = () => existsSync(ran());
  const useOf = (server: string) => `A: { default: { action: [${server}] } }`;

  it('is asked about once, by name, and nothing of it is done before a yes', async () => {
    isAllowed = false;
    const other = '{ namespace: M, type: http, url: https://office.example:8443/mcp, headers: { Authorization: y } }';
    writeFileSync(file(), useOf(`${program('first')}, ${program('first')}, ${other}`));
    await expect(open(file())).rejects.toMatchObject({ code: 'permission_denied' });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.starts).toEqual([
      expect.stringMatching(/^Start “.*node” “-e” “.*writeFileSync.*”, with the variables “A_KEY”$/) as string,
      'Reach “https://office.example:8443”, with the headers “Authorization”',
    ]);
    expect(isRun()).toBe(false);
    isAllowed = true;
    computers = await open(file());
    await computers.manager.getOrCreate({ agent: 'A' });
    expect(isRun()).toBe(true);
  });

  it('is asked about again where the file was changed, and a no leaves all as it was', async () => {
    writeFileSync(file(), `A: ${group('AppUIExecutor')}`);
    computers = await open(file());
    expect(asked).toEqual([]);
    isAllowed = false;
    writeFileSync(file(), useOf(program('second')));
    await vi.waitFor(() => expect(reported.join()).toContain('is not used no'), { timeout: 5_000 });
    expect(asked).toHaveLength(1);
    const { manager } = computers;
    expect((await manager.getOrCreate({ agent: 'A' })).servers()).toMatchObject([{ namespace: 'AppUIExecutor' }]);
    expect(isRun()).toBe(false);
  });

  it('needs no leave on this machine if nothing is started, and none in a file that has only servers of ours', async () => {
    isAllowed = false;
    writeFileSync(file(), useOf('{ namespace: M, type: http, port: 1 }'));
    computers = await open(file());
    expect(asked).toEqual([]);
  });

  it.each([
    [
      'a header',
      '{ namespace: M, type: http, port: 1, headers: { A-Key: x } }',
      'Reach “http://localhost:1”, with the headers “A-Key”',
    ],
    ['a variable', "{ namespace: M, type: http, url: 'http://127.0.0.1:1/${HOME:-x}' }", 'Reach “http://127.0.0.1:1”'],
  ])('is asked about on this machine too where it is given %s: anybody may listen there', async (_, server, start) => {
    isAllowed = false;
    writeFileSync(file(), useOf(server));
    await expect(open(file())).rejects.toMatchObject({ code: 'permission_denied' });
    expect(asked.flatMap(({ starts }) => starts)).toEqual([start]);
  });
});
