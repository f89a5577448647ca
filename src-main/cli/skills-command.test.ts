import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formRecording } from './testing/form-recording.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let terminal: Terminal;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'skills-'));
  terminal = await openTerminal({ XDG_CONFIG_HOME: folder, APPDATA: folder });
});
afterEach(async () => {
  await terminal.close();
  rmSync(folder, { recursive: true });
});

it('adds a recording as a skill, shows whether it can run now, and removes it', async () => {
  expect((await terminal.run('skills')).stdout).toContain('No skills yet');
  const file = path.join(folder, 'flow.json');
  writeFileSync(file, JSON.stringify(formRecording('Ada')));
  const added = await terminal.run('skills', 'add', file, '--name', 'fill-in-the-form');
  expect([added.code, added.stdout]).toEqual([0, expect.stringContaining('fill-in-the-form') as unknown]);
  const listed = await terminal.run('skills', 'list');
  expect(listed.stdout).toMatch(/^fill-in-the-form +\d+ +form /m);
  const { steps, apps, inputs } = await terminal.json('skills', 'show', 'fill-in-the-form', '--json');
  expect([steps, apps, inputs]).toEqual([formRecording('Ada').steps.length, ['form'], expect.any(Array) as unknown]);
  expect((await terminal.run('skills', 'remove', 'fill-in-the-form')).code).toBe(0);
  expect((await terminal.run('skills')).stdout).toContain('No skills yet');
  const gone = await terminal.run('skills', 'show', 'fill-in-the-form');
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('fill-in-the-form') as unknown]);
});

it('leaves secrets out of what agents can read', async () => {
  const key = ['sk', 'ant', 'api03', 'Zx81kQpL0vTn52RfYw7hJd3uMs96BcEa'].join('-');
  const file = path.join(folder, 'flow.json');
  const recording = formRecording('Ada');
  const reported = { ...recording, steps: recording.steps.map((step) => ({ ...step, comment: `the key is ${key}` })) };
  writeFileSync(file, JSON.stringify(reported));
  expect((await terminal.run('skills', 'add', file, '--name', 'secret')).code).toBe(0);
  const { folder: kept } = (await terminal.json('skills', 'show', 'secret', '--json')) as { folder: string };
  for (const name of ['recording.json', 'SKILL.md', 'skill.json']) {
    expect(readFileSync(path.join(kept, name), 'utf8')).not.toContain(key);
  }
});

it.each([[['skills', 'polish']], [['skills', 'show']], [['skills', 'add']]])('%j is refused', async (args) => {
  expect((await terminal.run(...args)).code).toBe(2);
});
