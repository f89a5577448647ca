/**
 * `read-stranger FOLDER…`: reads a stranger's files with every reader for them, in a separate process. Each folder has
 * a `place.json` that names what to read. Prints an array with the cost of each (processor time in milliseconds, peak
 * memory in bytes), the programs asked about, failures without a clear error, and whether any private file leaked.
 */
import { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { loadConfig } from '../../computer/config/load-config.ts';
import { ensureMayStart } from '../../computer/config/starts.ts';
import { pageOf } from '../analysis/page/page.ts';
import { recordingOf } from '../analysis/recording/from-run.ts';
import { explainTrace } from '../analysis/why/explain.ts';
import { readDataRows } from '../../recorder/editing/data-rows.ts';
import { readRecording } from '../../recorder/saving/files.ts';
import { importRecording } from '../../recorder/saving/import-recording.ts';
import { atifExporter } from '../exporters/atif.ts';
import { playwrightExporter } from '../exporters/playwright.ts';
import { exportRunAs } from '../export-run.ts';
import { importRun } from '../import/import-run.ts';
import { openTrace, type TraceReader } from '../trace/trace-reader.ts';

const secret = 'SECRET-OF-THE-PERSON';
let [place, out] = ['', ''];
let asked: string[] = [];
let steps = 0;
let started = 0;
// All that starts a program without waiting for its end comes through here; the product starts none in another way.
Object.assign(ChildProcess.prototype, {
  spawn() {
    started += 1;
    throw new Error('A program was started.');
  },
});

/** The output of an export; empty if it refuses. */
async function exported(folder: string): Promise<string> {
  const trace = await openTrace(folder);
  try {
    let made = JSON.stringify(trace.calls);
    for (const exporter of [playwrightExporter, atifExporter]) {
      const file = `${out}-exported`;
      const wrote = await exportRunAs(trace, exporter, file, { version: '1', content: true }).catch(() => '');
      if (wrote !== '') made += readFileSync(file, 'latin1');
      globalThis.gc?.();
    }
    for (const hand of [page, recording]) {
      made += await hand(trace).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return error.message;
      });
      globalThis.gc?.();
    }
    return made;
  } finally {
    await trace.close();
  }
}

const page = async (trace: TraceReader) => (await pageOf(trace, await explainTrace(trace))).html;
const recording = async (trace: TraceReader) => JSON.stringify(await recordingOf(trace, '2026-01-01T00:00:00.000Z'));

const readers: readonly (() => Promise<string>)[] = [
  async () => JSON.stringify(await readRecording(place)),
  async () => {
    const { recording, notes } = await importRecording(place, '2026-01-01T00:00:00.000Z');
    steps = recording.steps.length;
    return JSON.stringify([recording, notes]);
  },
  async () => JSON.stringify(await readDataRows(place)),
  async () => {
    await importRun(place, out);
    return exported(out);
  },
  () => exported(place),
  async () => {
    const parsed = await loadConfig(place, {});
    await ensureMayStart(parsed, {
      file: place,
      signal: new AbortController().signal,
      mayStart: ({ starts }) => {
        asked.push(...starts);
        return Promise.reject(new AppError('permission_denied', 'No one allowed it.'));
      },
    });
    return JSON.stringify(parsed.config);
  },
];

async function read(): Promise<object> {
  [asked, steps, started] = [[], 0, 0];
  // Forgets the most memory until now, so that each file is reported its own.
  writeFileSync('/proc/self/clear_refs', '5');
  const began = process.cpuUsage();
  let isReported = false;
  const broken: string[] = [];
  for (const reader of readers) {
    const made = await reader().catch((error: unknown) => {
      if (!(error instanceof AppError)) broken.push(String(error));
      return String(error);
    });
    isReported ||= made.includes(secret);
    // Collect between files, so that the memory of one is not counted for the next.
    globalThis.gc?.();
  }
  const { user, system } = process.cpuUsage(began);
  const cpuMs = (user + system) / 1_000;
  // `getrusage` includes the peak of the process that started this one.
  const held = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  const maxBytes = Number(held) * 1_024;
  return { cpuMs, maxBytes, asked: asked.length, steps, started, broken, isReported };
}

async function main(): Promise<void> {
  const found: object[] = [];
  for (const folder of process.argv.slice(2)) {
    place = JSON.parse(readFileSync(path.join(folder, 'place.json'), 'utf8')) as string;
    out = path.join(folder, 'out');
    found.push(await read());
  }
  process.stdout.write(JSON.stringify(found));
}

void main();
