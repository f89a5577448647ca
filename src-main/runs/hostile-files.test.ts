import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRecording } from '../recorder/saving/files.ts';
import { importRecording } from '../recorder/saving/import-recording.ts';
import { playwrightExporter } from './exporters/playwright.ts';
import { exportRunAs } from './export-run.ts';
import { importRun } from './import/import-run.ts';
import { openTrace } from './trace/trace-reader.ts';

/** `HOSTILE=200 HOSTILE_SEED=7 npx vitest run --project unit src-main/runs/hostile-files.test.ts` tries more, and others. */
const count = Number(process.env['HOSTILE'] ?? 12);
const seed = Number(process.env['HOSTILE_SEED'] ?? 1);
const secret = 'SECRET-OF-THE-PERSON';
const mostBytes = 300_000_000;

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'deskscope-hostile-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => path.join(folder, ...names);

/** Mulberry32: the same files for the same seed. */
function random(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const when = '2026-11-27T16:38:35.470Z';
const about = {
  version: 3,
  run: 'r',
  title: 'r',
  started: when,
  kind: 'client',
  host: { platform: 'linux', release: 'x' },
};
const start = JSON.stringify({ type: 'start', version: 3, run: 'r', title: 'r', at: when, mono: 1 });
const before = (call: number) =>
  JSON.stringify({
    type: 'before',
    call,
    tool: 'action::x',
    caller: { kind: 'agent', name: 'a' },
    parameters: {},
    decision: 'granted',
    decidedBy: 'x',
    effect: 'act',
    permitMs: 1,
    at: when,
    mono: 2,
  });
const seen = (blob: string) =>
  JSON.stringify({ type: 'seen', call: 1, at: when, phase: 'after', picture: { blob, bounds: null }, note: '' });

type Make = (below: (n: number) => number) => string;
const run = (trace: string): string => {
  mkdirSync(at('run', 'blobs'), { recursive: true });
  writeFileSync(at('run', 'run.json'), JSON.stringify(about));
  writeFileSync(at('run', 'trace.jsonl'), trace);
  return at('run');
};
const linked = (name: string): string => {
  mkdirSync(at('run'), { recursive: true });
  symlinkSync(at('private.txt'), at('run', name));
  return at('run');
};
const blobName = 'ab'.repeat(32);

const kinds: Readonly<Record<string, Make>> = {
  'calls that never end': (n) => run([start, ...Array.from({ length: 1 + n(4_000) }, (_, i) => before(i))].join('\n')),
  'one call again and again': (n) => run([start, ...Array.from({ length: 1 + n(4_000) }, () => before(1))].join('\n')),
  'a line of a gigabyte': () => {
    const place = run(`${start}\n`);
    truncateSync(path.join(place, 'trace.jsonl'), 1_000_000_000);
    return place;
  },
  'more lines than are read': (n) =>
    run([start, ...Array.from({ length: 100_500 }, () => 'x'.repeat(1 + n(9)))].join('\n')),
  'a picture that is a link': () => {
    const place = run([start, before(1), seen(`${blobName}.png`)].join('\n'));
    symlinkSync(at('private.txt'), path.join(place, 'blobs', `${blobName}.png`));
    return place;
  },
  'a picture by a way out': () => run([start, before(1), seen('../../private.txt')].join('\n')),
  'a folder of pictures that is a link': () => {
    const place = run([start, before(1), seen('private.txt')].join('\n'));
    rmSync(path.join(place, 'blobs'), { recursive: true });
    symlinkSync(folder, path.join(place, 'blobs'));
    return place;
  },
  'a trace that is a link': () => linked('trace.jsonl'),
  'a log of UFO that is a link': () => linked('response.log'),
  'events that are a link': () => linked('events.jsonl'),
  'a recording of a gigabyte': () => {
    writeFileSync(at('large.json'), '{');
    truncateSync(at('large.json'), 1_000_000_000);
    return at('large.json');
  },
  'an archive that lies about its sizes': (n) => {
    const bytes = Buffer.alloc(200);
    bytes.writeUInt32LE(0x04034b50, 0);
    bytes.writeUInt32LE(0x02014b50, 60);
    for (const place of [80, 84]) bytes.writeUInt32LE(0xfffffff0 - n(1_000), place);
    bytes.writeUInt16LE(11, 88);
    bytes.write('trace.jsonl', 106);
    bytes.writeUInt32LE(0x06054b50, 178);
    bytes.writeUInt32LE(57, 190);
    bytes.writeUInt32LE(60, 194);
    writeFileSync(at('lies.zip'), bytes);
    return at('lies.zip');
  },
};

/** Every reader of the file, with its result. */
async function readByAll(place: string): Promise<string> {
  const attempts = [
    async () => JSON.stringify(await readRecording(place)),
    async () => JSON.stringify(await importRecording(place, when)),
    async () => {
      await importRun(place, at('imported'));
      return '';
    },
    async () => {
      const trace = await openTrace(place);
      try {
        const blobs = await Promise.all(
          [`${blobName}.png`, '../../private.txt', 'private.txt'].map((name) => trace.blob(name)),
        );
        const exported = await exportRunAs(trace, playwrightExporter, at('out.json'), {
          version: '1',
          content: false,
        }).catch(() => '');
        return (
          JSON.stringify(trace.calls) +
          blobs.map((blob) => Buffer.from(blob ?? []).toString()).join('') +
          String(exported)
        );
      } finally {
        await trace.close();
      }
    },
  ];
  const made = await Promise.all(attempts.map((attempt) => attempt().catch((error: unknown) => String(error))));
  return made.join('\n');
}

it.skipIf(process.platform === 'win32')(
  'reads nothing outside, in little memory and time',
  async () => {
    writeFileSync(at('private.txt'), secret);
    const names = Object.keys(kinds);
    for (let index = 0; index < count; index++) {
      const name = names[index % names.length] ?? '';
      const began = Date.now();
      const memory = process.memoryUsage.rss();
      const made = await readByAll(kinds[name]?.(random(seed * 1_000 + index)) ?? '');
      expect(made, name).not.toContain(secret);
      expect(process.memoryUsage.rss() - memory, name).toBeLessThan(mostBytes);
      expect(Date.now() - began, name).toBeLessThan(60_000);
      for (const left of ['run', 'imported', 'large.json', 'lies.zip'])
        rmSync(at(left), { recursive: true, force: true });
    }
  },
  600_000,
);
