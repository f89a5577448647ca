import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runOnFake } from '../testing/task-bench.ts';
import { readPrompts, writePrompts } from './files.ts';
import { standardPrompts } from './system.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'prompts-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('writes the standard prompts, never over an existing file, and reads them back', async () => {
  const own = path.join(folder, 'AppAgent.md');
  writeFileSync(own, 'Mine.');
  const written = await writePrompts(folder);
  expect(written.map((file) => path.basename(file))).toEqual(['HostAgent.md', 'ComputerAgent.md']);
  expect(readFileSync(own, 'utf8')).toBe('Mine.');
  expect(await readPrompts(folder)).toEqual({ ...standardPrompts, AppAgent: 'Mine.' });
});

it('is what the models are reported', async () => {
  writeFileSync(path.join(folder, 'HostAgent.md'), 'You are somebody else.');
  const prompts = await readPrompts(folder);
  const run = await runOnFake({ prompts, script: { HostAgent: [{ status: 'FAIL', result: 'no' }] } });
  const prompt = run.kept(run.of('asked')[0]!.prompt);
  expect(prompt).toContain('You are somebody else.');
  expect(prompt).not.toContain(standardPrompts.HostAgent);
});

it('falls back to the standard one for a missing file, and refuses an empty one', async () => {
  expect(await readPrompts(path.join(folder, 'none'))).toEqual({});
  writeFileSync(path.join(folder, 'AppAgent.md'), ' \n');
  await expect(readPrompts(folder)).rejects.toThrow('it is empty');
});

it.runIf(process.platform !== 'win32')(
  'gives models nothing from outside the folder, and waits for no file',
  async () => {
    const secret = path.join(folder, 'secret');
    writeFileSync(secret, 'a key of the person');
    const place = path.join(folder, 'theirs');
    const prompt = path.join(place, 'AppAgent.md');
    for (const target of [secret, '/dev/zero', path.join('..', 'secret'), 'nowhere']) {
      mkdirSync(place);
      symlinkSync(target, prompt);
      await expect(readPrompts(place), target).rejects.toMatchObject({ code: 'file_error' });
      rmSync(place, { recursive: true });
    }
    mkdirSync(prompt, { recursive: true });
    await expect(readPrompts(place)).rejects.toMatchObject({ code: 'file_error' });
  },
);
