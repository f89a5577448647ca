import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let config: string;
let terminal: Terminal;
beforeEach(async () => {
  config = await mkdtemp(path.join(tmpdir(), 'deskscope-config-'));
  terminal = await openTerminal({ XDG_CONFIG_HOME: config, APPDATA: config });
});
afterEach(async () => {
  await terminal.close();
  await rm(config, { recursive: true, force: true });
});
const file = () => path.join(config, 'deskscope', 'audit', '1', 'audit.jsonl');

it('logs what the command line does, shows it, and verifies it', async () => {
  expect((await terminal.run('audit', 'verify')).stderr).toContain('not_found');
  await terminal.run('minimize', 'Calculator');
  await terminal.run('focus', 'Calculator');
  const shown = await terminal.run('audit', 'show');
  expect(shown.stdout).toMatch(/cli .*action::minimize_window.*calculator “Calculator”.*allowed.*ok/);
  expect(shown.stdout.trim().split('\n')).toHaveLength(3);
  expect((await terminal.run('audit', 'show', '--last', '1')).stdout).not.toContain('minimize');
  const verified = await terminal.run('audit', 'verify');
  expect(verified.stdout).toContain('6 lines in 1 files are unchanged');
  const head = /Head: ([0-9a-f]{64})/.exec(verified.stdout)![1]!;
  await terminal.run('focus', 'Calculator');
  expect((await terminal.run('audit', 'verify', '--head', head)).code).toBe(0);

  const whole = await readFile(file(), 'utf8');
  await writeFile(file(), whole.split('\n').slice(0, 5).join('\n') + '\n');
  expect((await terminal.run('audit', 'verify')).code).toBe(0);
  // The state after a process is killed in the middle of a call.
  expect((await terminal.run('audit', 'show')).stdout).toMatch(/minimize_window.* ok .*\n.*window.* pending /);
  expect((await terminal.run('audit', 'verify', '--head', head)).stderr).toContain('cut off');

  await writeFile(file(), whole.replace('"Calculator"', '"Terminal"'));
  const broken = await terminal.run('audit', 'verify', file());
  expect(broken.code).toBe(1);
  expect(broken.stderr).toMatch(/audit\.jsonl, line 2, does not match its own/);
  expect(await terminal.json('audit', 'verify')).toMatchObject({ ok: false, error: { code: 'audit_broken' } });
});

it('is called rightly or reports how', async () => {
  for (const args of [['audit'], ['audit', 'check'], ['audit', 'show', '--last', '0']]) {
    expect((await terminal.run(...args)).code).toBe(2);
  }
  expect((await terminal.run('audit', 'verify', path.join(config, 'none'))).code).toBe(1);
});
