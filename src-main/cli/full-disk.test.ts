import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRecording } from '#contract/model/recording';
import { buildCli, type BuiltCli } from './testing/built-cli.ts';

let cli: BuiltCli;
beforeAll(async () => void (cli = await buildCli()), 30_000);
afterAll(() => cli.remove());

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

/** Runs a line of a shell in which `deskscope` is the built command line. */
function shell(line: string): Promise<Ended> {
  const config = path.join(cli.folder, 'config');
  const env = { ...process.env, DESKSCOPE_BACKEND: 'fake', XDG_CONFIG_HOME: config };
  const script = `deskscope() { "${process.execPath}" "${path.join(cli.folder, 'cli.js')}" "$@"; }\n${line}`;
  const child = spawn('sh', ['-c', script], { env, cwd: cli.folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stderr }));
  });
}

// Other systems have no file that is always full, or no limit of file sizes.
describe.skipIf(process.platform !== 'linux')('where the disk is full', { timeout: 30_000, concurrent: true }, () => {
  it.each([
    ['windows', 1],
    ['tools --json', 1],
    ['version', 1],
    ['windows --bogus --json', 2],
  ])('the output of %s is not lost without a word', async (command, exit) => {
    const { code, stderr } = await shell(`deskscope ${command} > /dev/full`);
    expect(stderr).toMatch(/^Error \(file_error\): Standard output cannot be written: .*ENOSPC/);
    expect(stderr.match(/^Error/gm)).toHaveLength(1);
    expect(code).toBe(exit);
  });

  it('half an output is not taken for the whole', async () => {
    const { code, stderr } = await shell('(ulimit -f 4; deskscope tree "Ten thousand rows" > part.txt)');
    expect(statSync(path.join(cli.folder, 'part.txt')).size).toBeGreaterThan(0);
    expect(stderr).toContain('Standard output cannot be written: EFBIG');
    expect(code).toBe(1);
  });

  it('a whole output in a file is whole', async () => {
    expect(await shell('deskscope tree "Ten thousand rows" --json > whole.json')).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(readFileSync(path.join(cli.folder, 'whole.json'), 'utf8'))).toMatchObject({ ok: true });
  });

  it('a recording that no disk takes is on standard output, and leaves no file', async () => {
    const folder = path.join(cli.folder, 'full');
    mkdirSync(folder);
    const running = cli.start(['record', '-o', path.join(folder, 'made.json'), '--until-eof']);
    await running.until('stderr', /Recording\./);
    // From now on no file takes a byte.
    execFileSync('prlimit', ['--pid', String(running.child.pid), '--fsize=0']);
    running.child.stdin?.end();
    const { code, stdout, stderr } = await running.done;
    expect(code).toBe(1);
    expect(parseRecording(JSON.parse(stdout)).name).toBe('made');
    expect(stderr).toContain('made.json could not be written: EFBIG');
    expect(stderr).toContain('It is on standard output, whole.');
    expect(readdirSync(folder).filter((name) => !name.endsWith('.unsaved.jsonl'))).toEqual([]);
  });

  it('a command whose messages nobody can read still does its work', async () => {
    expect((await shell('deskscope windows 2> /dev/full')).code).toBe(0);
    expect((await shell('deskscope tree Nobody 2> /dev/full')).code).toBe(1);
  });
});
