import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config, { rooms, tests } from '../../.dependency-cruiser.mjs';
import { root } from './paths.mjs';

/** Each was possible once, or is one step further. Entries that begin with `type` import a type. */
const forbidden = /** @type {const} */ ([
  ['src-main/cli/a.ts', 'src-main/services/app.ts'],
  ['src-main/cli/b.ts', 'type src-main/services/app.ts'],
  ['src-main/cli/c.ts', 'koffi'],
  ['src-main/services/headless.ts', 'src-main/services/app.ts'],
  ['src-main/services/headless.ts', 'src-main/cli/main.ts'],
  ['src-main/services/headless.ts', 'electron'],
  ['src-main/base/a.ts', 'src-main/engine/engine.ts'],
  ['src-main/base/b.ts', 'zod'],
  ['src-main/engine/engine.ts', 'type src-main/engine/operations/operation.ts'],
  ['src-main/engine/backends/linux/doctor/a.ts', 'src-main/engine/process/supervisor.ts'],
  ['src-main/engine/backends/linux/doctor/b.ts', 'node:http'],
  ['src-main/engine/backends/linux/doctor/c.ts', 'koffi'],
  ['src-main/engine/backends/linux/doctor/d.ts', 'type src-main/engine/backends/win32/index.ts'],
  ['src-main/engine/backends/linux/atspi/a.ts', 'src-main/engine/backends/linux/x11/windows/windows.ts'],
  ['src-main/engine/backends/linux/x11/windows/a.ts', 'type src-main/engine/backends/linux/atspi/elements.ts'],
  ['src-main/engine/backends/linux/x11/display/a.ts', 'src-main/engine/backends/linux/x11/input/input.ts'],
  ['src-main/engine/backends/linux/dbus/a.ts', 'src-main/engine/backends/linux/x11/display/connection.ts'],
  ['src-main/engine/backends/win32/doctor/a.ts', 'src-main/engine/process/local-engine.ts'],
  ['src-main/engine/backends/win32/doctor/b.ts', 'node:child_process'],
  ['src-main/engine/backends/win32/doctor/c.ts', 'x11'],
  ['src-main/engine/backends/win32/thread/a.ts', 'src-main/engine/backends/win32/windows/tasks.ts'],
  ['src-main/engine/backends/win32/thread/b.ts', 'type src-main/engine/backends/win32/uia/events/messages.ts'],
  ['src-main/engine/backends/win32/thread/c.ts', 'src-main/engine/backends/win32/entry/pump-jobs.ts'],
  ['src-main/engine/backends/win32/elements/a.ts', 'src-main/engine/backends/win32/uia/strategy.ts'],
  ['src-main/engine/backends/win32/elements/b.ts', 'type src-main/engine/backends/win32/controls/strategy.ts'],
  ['src-main/engine/backends/win32/uia/a.ts', 'src-main/engine/backends/win32/controls/strategy.ts'],
  ['src-main/engine/backends/win32/controls/a.ts', 'src-main/engine/backends/win32/com/method.ts'],
  ['src-main/engine/backends/win32/windows/a.ts', 'type src-main/engine/backends/win32/capture/capture.ts'],
  ['src-main/engine/backends/win32/input/a.ts', 'src-main/engine/backends/win32/windows/list/facts.ts'],
  ['src-main/engine/backends/win32/native/a.ts', 'src-main/engine/backends/win32/thread/pump.ts'],
  ['src-main/engine/backends/win32/com/a.ts', 'src-main/engine/backends/win32/uia/client.ts'],
  ['src-main/engine/backends/win32/observe/a.ts', 'node:worker_threads'],
  ['src-main/engine/backends/fake/a.ts', 'src-main/engine/backends/linux/index.ts'],
  ['src-main/engine/tree/a.ts', 'koffi'],
  ['src-main/engine/tree/b.ts', 'src-main/engine/backends/linux/index.ts'],
  ['src-main/engine/tree/c.ts', 'type src-main/engine/process/local-engine.ts'],
  ['src-main/engine/watch/a.ts', 'node:http'],
  ['src-main/engine/new-file.ts', 'src-main/engine/engine.ts'],
  ['src-main/permissions/a.ts', '@modelcontextprotocol/server'],
  ['src-main/permissions/b.ts', 'tesseract.js'],
  ['src-main/permissions/c.ts', 'type src-main/tools/define-tool.ts'],
  ['src-main/settings/a.ts', 'react'],
  ['src-main/tools/a.ts', 'src-main/tools/runner/run-call.ts'],
  ['src-main/tools/target/a.ts', 'src-main/tools/input/enter-text.ts'],
  ['src-main/tools/runner/a.ts', 'src-main/mcp/protocol/result.ts'],
  ['src-main/tools/runner/b.ts', 'src-main/tools/servers/calls/index.ts'],
  ['src-main/tools/runner/c.ts', 'src-main/engine/process/local-engine.ts'],
  ['src-main/tools/servers/calls/e.ts', 'type src-main/tools/runner/tool-runner.ts'],
  ['src-main/mcp/a.ts', 'src-main/base/log.ts'],
  ['src-main/mcp/protocol/a.ts', 'src-main/engine/process/local-engine.ts'],
  ['src-main/services/core.ts', 'src-main/mcp/transports/http.ts'],
  ['src-main/services/app.ts', 'electron'],
  ['src-main/services/app.ts', 'type src-main/app/lifecycle/start.ts'],
  ['src-main/tools/servers/calls/a.ts', 'src-main/tools/servers/ui-collector/index.ts'],
  ['src-main/tools/servers/calls/b.ts', 'src-main/mcp/transports/http.ts'],
  ['src-main/tools/servers/calls/c.ts', 'type src-main/tools/registry.ts'],
  ['src-main/tools/servers/calls/d.ts', 'node:child_process'],
  ['src-main/mcp/bridge/a.ts', 'zod'],
  ['src-main/mcp/bridge/b.ts', 'src-main/base/log.ts'],
  ['src-main/inspect/a.ts', 'src-main/recorder/recorder.ts'],
  ['src-main/recorder/exporters/a.ts', 'node:fs'],
  ['src-main/recorder/exporters/b.ts', 'src-main/recorder/store.ts'],
  ['src-main/recorder/exporters/c.ts', 'src-main/base/log.ts'],
  ['src-main/recorder/a.ts', 'type src-main/tools/define-tool.ts'],
  ['src-main/replay/a.ts', 'src-main/mcp/protocol/result.ts'],
  ['src-main/permissions/audit/a.ts', 'src-main/tools/runner/tool-runner.ts'],
  ['src-main/runs/a.ts', 'src-main/tools/runner/tool-runner.ts'],
  ['src-main/runs/b.ts', 'src-main/engine/process/supervisor.ts'],
  ['src-main/computer/a.ts', 'type src-main/engine/engine.ts'],
  ['src-main/computer/b.ts', 'node:child_process'],
  ['src-main/setup/clients/a.ts', 'src-main/tools/registry.ts'],
  ['src-main/a-new-room/a.ts', 'src-main/base/log.ts'],
  ['src-preload/contract/a.ts', 'src-main/base/log.ts'],
  ['src-preload/contract/b.ts', 'type react'],
  ['src-preload/contract/c.ts', 'node:path'],
  ['src-preload/bridge.ts', 'zod'],
  ['src-renderer/ui/a.ts', 'src-renderer/shell/app.ts'],
  ['src-renderer/ui/b.ts', 'node:fs'],
  ['src-renderer/bridge/a.ts', 'src-renderer/shell/app.ts'],
  ['src-renderer/features/runs/a.ts', 'src-renderer/features/mcp/index.ts'],
  ['src-renderer/features/runs/b.ts', 'type src-renderer/features/mcp/index.ts'],
  ['src-renderer/features/runs/c.ts', 'src-main/runs/runs.ts'],
  ['src-renderer/features/runs/d.ts', 'electron'],
  ['src-renderer/permission/a.ts', 'src-renderer/shell/app.ts'],
  ['src-renderer/permission/b.ts', 'src-renderer/features/recorder/store.ts'],
  ['src-renderer/pick/a.ts', 'src-renderer/features/permissions/index.ts'],
]);

/** Proves that the rules do not reject everything. */
const fine = /** @type {const} */ ([
  ['src-main/cli/fine.ts', 'src-main/services/headless.ts'],
  ['src-main/engine/backends/linux/x11/windows/fine.ts', 'x11'],
  ['src-main/engine/backends/linux/dbus/fine.ts', 'node:net'],
  ['src-main/engine/backends/win32/entry/fine.ts', 'src-main/engine/backends/win32/uia/strategy.ts'],
  ['src-main/engine/backends/win32/windows/fine.ts', 'type src-main/engine/backends/win32/thread/pump.ts'],
  ['src-main/tools/servers/calls/fine.ts', 'src-main/tools/define-tool.ts'],
  ['src-main/tools/servers/calls/also-fine.ts', 'src-main/tools/servers/calls/index.ts'],
  ['src-main/app/fine.ts', 'electron'],
  ['src-renderer/features/runs/fine.ts', 'src-renderer/features/runs/store.ts'],
  ['src-renderer/shell/fine.ts', 'src-renderer/features/runs/index.ts'],
  ['src-main/cli/fine.test.ts', 'src-main/services/app.ts'],
]);

describe('the borders between rooms', () => {
  /** @type {string} */
  let folder;
  /** @type {readonly string[]} */
  let refused;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'deskscope-borders-'));
    for (const [from, to] of [...forbidden, ...fine]) plant(folder, from, to);
    const { output } = await cruise(['src-main', 'src-preload', 'src-renderer'], {
      ...config.options,
      baseDir: folder,
      ruleSet: { forbidden: config.forbidden ?? [] },
      validate: true,
    });
    if (typeof output === 'string') throw new Error(output);
    refused = output.summary.violations
      .filter(({ rule }) => rule.name !== 'no import leads nowhere')
      .map(({ from, to }) => `${from} → ${to}`);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(forbidden)('%s may not import %s', (from, to) => {
    expect(refused).toContain(`${from} → ${resolved(to)}`);
  });

  it.each(fine)('%s may import %s', (from, to) => {
    expect(refused).not.toContain(`${from} → ${resolved(to)}`);
  });
});

describe('the list of rooms', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'src-main', 'src-preload', 'src-renderer'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !tests.some((pattern) => new RegExp(pattern).test(file)));
  const roomsOf = (/** @type {string} */ file) => rooms.filter(({ at }) => new RegExp(`^${at}`).test(file));

  it('has one room for each file, and a file for each room', () => {
    const placed = files.map((file) => ({ file, rooms: roomsOf(file).map(({ name }) => name) }));
    expect(placed.filter(({ rooms: found }) => found.length !== 1)).toEqual([]);
    const lived = new Set(placed.flatMap(({ rooms: found }) => found));
    expect(rooms.map(({ name }) => name).filter((name) => !lived.has(name))).toEqual([]);
  });

  it('contains no cycles', () => {
    const above = (/** @type {string} */ name, /** @type {readonly string[]} */ way = []) => {
      if (way.includes(name)) throw new Error([...way, name].join(' → '));
      const reach = rooms.find((room) => room.name === name)?.rooms ?? [];
      for (const next of reach) if (rooms.some((room) => room.name === next)) above(next, [...way, name]);
    };
    for (const { name } of rooms) expect(() => above(name)).not.toThrow();
  });
});

/**
 * @param {string} to
 * @returns {string} as dependency-cruiser names it
 */
function resolved(to) {
  const target = to.replace(/^type /, '');
  if (target.startsWith('src-')) return target;
  const core = target.replace(/^node:/, '');
  return builtinModules.includes(core) ? core : `node_modules/${target}/index.js`;
}

/**
 * A file with one import, and an empty file for what it imports.
 * @param {string} folder
 * @param {string} from
 * @param {string} to
 */
function plant(folder, from, to) {
  const target = to.replace(/^type /, '');
  const local = target.startsWith('src-');
  const place = local ? relative(dirname(from), target) : target;
  const specifier = local && !place.startsWith('.') ? `./${place}` : place;
  const statement = to.startsWith('type ')
    ? `import type { planted } from '${specifier}';\nexport type Planted = typeof planted;\n`
    : `import '${specifier}';\n`;
  add(join(folder, from), statement);
  if (target.startsWith('node:')) return;
  add(join(folder, local ? target : `node_modules/${target}/index.js`), '');
}

/**
 * @param {string} file
 * @param {string} text
 */
function add(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, text);
}
