import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRestrictedFiles, mostBytes, type RestrictedFiles } from './restricted-files.ts';
import { holdByLooking, holdFolder } from './folder.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'deskscope-fence-'));
  for (const folder of ['in/sub', 'in2', 'out']) mkdirSync(path.join(base, folder), { recursive: true });
  writeFileSync(at('in/a.txt'), 'a');
  writeFileSync(at('out/secret.txt'), 'secret');
});
afterEach(() => rmSync(base, { recursive: true }));

const at = (name: string) => path.join(base, name);
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
const once = { replace: false };
const over = { replace: true };

const holds = [
  ['as here', holdFolder],
  ['by looking', holdByLooking],
] as const;

describe.each(holds)('held %s', (_, hold) => {
  let files: RestrictedFiles;
  beforeEach(() => (files = createRestrictedFiles([at('in'), at('in2')], { hold })));

  it('lists, reads, writes and moves', async () => {
    await files.write(at('in/sub/b.txt'), Buffer.from('b'), once);
    expect(text(await files.read(at('in/sub/b.txt')))).toBe('b');
    expect((await files.list(at('in'))).map(({ name, kind, size }) => [name, kind, size])).toEqual([
      ['a.txt', 'file', 1],
      ['sub', 'folder', null],
    ]);
    await files.move(at('in/sub'), at('in2/moved'), once);
    expect(text(await files.read(at('in2/moved/b.txt')))).toBe('b');
    await files.move(at('in2/moved/b.txt'), at('in/c.txt'), once);
    expect(readdirSync(at('in'))).toEqual(['a.txt', 'c.txt']);
  });

  it('replaces only if it is told to, keeps permissions, and leaves nothing beside', async () => {
    chmodSync(at('in/a.txt'), 0o640);
    await expect(files.write(at('in/a.txt'), Buffer.from('new'), once)).rejects.toMatchObject({ code: 'file_error' });
    expect(readFileSync(at('in/a.txt'), 'utf8')).toBe('a');
    await files.write(at('in/a.txt'), Buffer.from('new'), over);
    expect(readFileSync(at('in/a.txt'), 'utf8')).toBe('new');
    if (process.platform !== 'win32') expect(statSync(at('in/a.txt')).mode & 0o777).toBe(0o640);
    await files.write(at('in/d.txt'), Buffer.from('d'), once);
    await expect(files.move(at('in/d.txt'), at('in/a.txt'), once)).rejects.toThrow('exists already');
    await expect(files.move(at('in/sub'), at('in2'), over)).rejects.toThrow('is an allowed folder itself');
    await expect(files.write(at('in/sub'), Buffer.from('x'), over)).rejects.toThrow('is a folder');
    await files.move(at('in/d.txt'), at('in/a.txt'), over);
    expect(readFileSync(at('in/a.txt'), 'utf8')).toBe('d');
    expect(readdirSync(at('in'))).toEqual(['a.txt', 'sub']);
  });

  it('reports what is wrong', async () => {
    await expect(files.read(at('in/none'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(files.read(at('in/sub'))).rejects.toThrow('is a folder');
    await expect(files.list(at('in/a.txt'))).rejects.toThrow('is no folder');
    await expect(files.write(at('in/no/b'), Buffer.from(''), once)).rejects.toMatchObject({ code: 'not_found' });
    await expect(files.move(at('in/sub'), at('in/sub/deeper'), once)).rejects.toMatchObject({ code: 'file_error' });
    await expect(files.read(at('in'))).rejects.toMatchObject({ code: 'invalid_parameter' });
    const large = Buffer.alloc(mostBytes + 1);
    await expect(files.write(at('in/large'), large, once)).rejects.toThrow(`more than ${mostBytes}`);
    writeFileSync(at('in/large'), large);
    await expect(files.read(at('in/large'))).rejects.toThrow(`more than ${mostBytes}`);
  });

  // On Windows links to files need a privilege.
  it.skipIf(process.platform === 'win32')('follows no link, whatever it leads to', async () => {
    symlinkSync(at('out'), at('in/way'));
    symlinkSync(at('out/secret.txt'), at('in/door'));
    symlinkSync(at('in/sub'), at('in/inside'));
    for (const wanted of ['in/way/secret.txt', 'in/door', 'in/inside/x']) {
      await expect(files.read(at(wanted))).rejects.toThrow('link');
    }
    await expect(files.list(at('in/way'))).rejects.toThrow('link');
    for (const replacing of [once, over]) {
      await expect(files.write(at('in/way/new'), Buffer.from('x'), replacing)).rejects.toThrow('link');
      await expect(files.move(at('in/a.txt'), at('in/way/new'), replacing)).rejects.toThrow('link');
      await expect(files.move(at('in/way/secret.txt'), at('in/mine'), replacing)).rejects.toThrow('link');
    }
    await expect(files.move(at('in/door'), at('in/mine'), once)).rejects.toThrow('link');
    await files.write(at('in/door'), Buffer.from('mine'), over);
    expect(readFileSync(at('out/secret.txt'), 'utf8')).toBe('secret');
    expect(readdirSync(at('out'))).toEqual(['secret.txt']);
    expect((await files.list(at('in'))).find(({ name }) => name === 'way')).toMatchObject({ kind: 'link', size: null });
  });

  it.skipIf(process.platform === 'win32')('shows nobody what it writes to a file of the user’s alone', async () => {
    chmodSync(at('in/a.txt'), 0o600);
    const modes: number[] = [];
    const seen = async (...place: Parameters<typeof hold>) => {
      const held = await hold(place[0]);
      const confirm: typeof held.confirm = async (file, name) => {
        modes.push((await file.stat()).mode & 0o777);
        await held.confirm(file, name);
      };
      return { ...held, confirm };
    };
    await createRestrictedFiles([at('in')], { hold: seen }).write(at('in/a.txt'), Buffer.from('new'), over);
    expect(modes).toEqual([0o600]);
  });

  it('touches nothing of its own, by whatever way', async () => {
    for (const folder of ['in/sub/profile/grants', 'in2/config']) mkdirSync(at(folder), { recursive: true });
    for (const file of ['in/sub/profile/token', 'in2/config/agents.yaml']) writeFileSync(at(file), 'secret');
    // Wine makes no links to folders.
    const isLinked = process.platform !== 'win32';
    if (isLinked) symlinkSync(at('in'), at('other'));
    const own = [
      at(isLinked ? 'other/sub/profile' : 'IN/sub/profile'),
      at('in2/config/agents.yaml'),
      at('in/later/config'),
    ];
    const fenced = createRestrictedFiles([at('in'), ...(isLinked ? [at('other')] : []), at('in2')], { hold, own });
    const refused = { code: 'permission_denied' };
    for (const place of isLinked ? ['in', 'other'] : ['in', 'In']) {
      await expect(fenced.read(at(`${place}/sub/profile/token`))).rejects.toMatchObject(refused);
      await expect(fenced.list(at(`${place}/sub/profile/grants`))).rejects.toMatchObject(refused);
      await expect(fenced.write(at(`${place}/sub/profile/new`), Buffer.from('x'), once)).rejects.toMatchObject(refused);
      await expect(fenced.move(at(`${place}/sub`), at('in2/away'), once)).rejects.toMatchObject(refused);
      await expect(fenced.move(at('in2/config'), at(`${place}/later`), once)).rejects.toMatchObject(refused);
    }
    await expect(fenced.write(at('in2/config/agents.yaml'), Buffer.from('x'), over)).rejects.toMatchObject(refused);
    await expect(fenced.move(at('in/a.txt'), at('in2/config/agents.yaml'), over)).rejects.toMatchObject(refused);
    expect(readFileSync(at('in2/config/agents.yaml'), 'utf8')).toBe('secret');
    await fenced.write(at('in2/config/other.yaml'), Buffer.from('x'), once);
    await fenced.write(at('in/sub/profile2'), Buffer.from('x'), once);
  });

  it.skipIf(process.platform === 'win32')('does not wait at a pipe', async () => {
    execFileSync('mkfifo', [at('in/pipe')]);
    await expect(files.read(at('in/pipe'))).rejects.toThrow('is no plain file');
  });
});

/** Exchanges `in/sub` with a link to `out` and back, as fast as it can. */
const swapper = `
const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
process.chdir(process.argv[1]);
process.stdout.write('on');
for (const end = Date.now() + 4_000; Date.now() < end;) {
  try { renameSync('in/sub', 'aside'); symlinkSync('../out', 'in/sub'); } catch {}
  try { unlinkSync('in/sub'); } catch {}
  try { renameSync('aside', 'in/sub'); } catch {}
}`;

it.runIf(process.platform === 'linux')('is not led out by anyone who exchanges folders meanwhile', async () => {
  writeFileSync(at('in/sub/secret.txt'), 'inside');
  const files = createRestrictedFiles([at('in')]);
  const swapping = spawn(process.execPath, ['-e', swapper, base], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => swapping.once('close', resolve));
  await new Promise((resolve) => swapping.stdout.once('data', resolve));
  const seen = new Set<string>();
  let done = 0;
  for (let round = 0; swapping.exitCode === null && done < 300; round++) {
    const tries = [
      files.read(at('in/sub/secret.txt')).then((bytes) => void seen.add(text(bytes))),
      files.write(at(`in/sub/${round}.txt`), Buffer.from('x'), { replace: round % 2 === 0 }),
      files.move(at(`in/sub/${round - 1}.txt`), at(`in/sub/${round - 1}.moved`), once),
    ];
    done += (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length;
  }
  swapping.kill('SIGKILL');
  await ended;
  expect([...seen]).toEqual(['inside']);
  expect(readdirSync(at('out'))).toEqual(['secret.txt']);
});
