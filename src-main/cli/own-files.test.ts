import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTerminal, type Terminal } from './testing/in-process.ts';
import { sumRecording } from './testing/sum-recording.ts';

let terminal: Terminal;
let folder: string;
let mask: number;
beforeEach(async () => {
  // A umask of zero, and a folder open to all: only the modes protect the files.
  mask = process.umask(0);
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-own-'));
  terminal = await openTerminal();
});
afterEach(async () => {
  await terminal.close();
  process.umask(mask);
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(process.platform === 'win32')('what is written of the desktop is the user’s alone, wherever', async () => {
  const place = (name: string) => path.join(folder, name);
  writeFileSync(place('sum.json'), JSON.stringify(sumRecording('7')), { mode: 0o600 });
  mkdirSync(place('there'), { mode: 0o700 });
  await run('replay', place('sum.json'), '--trace', place('trace'), '--report', place('junit.xml'));
  await run('replay', place('sum.json'), '--trace', place('there'));
  await run('runs', 'export', place('trace'), '-o', place('trace.zip'));
  await run('export', place('sum.json'), '--to', 'python', '-o', place('sum.py'));
  await run('screenshot', '--window', 'Calculator', '-o', place('window.png'));
  const recording = terminal.start('record', '-o', place('recorded.json'));
  while (!recording.output.stderr.includes('Recording.')) await new Promise((resolve) => setTimeout(resolve, 5));
  recording.interrupt();
  expect((await recording.done).code).toBe(0);

  const open = everything(folder).filter((one) => (statSync(one).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  const written = everything(folder).map((one) => path.relative(folder, one));
  expect(written).toEqual(expect.arrayContaining(['trace/blobs', 'trace/index.jsonl', 'trace.zip', 'recorded.json']));
  expect(written.filter((one) => one.endsWith('.png')).length).toBeGreaterThan(1);
});

async function run(...args: readonly string[]): Promise<void> {
  const { code, stderr } = await terminal.run(...args);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
}

function everything(below: string): readonly string[] {
  return readdirSync(below, { withFileTypes: true }).flatMap((entry) => {
    const one = path.join(below, entry.name);
    return entry.isDirectory() ? [one, ...everything(one)] : [one];
  });
}
