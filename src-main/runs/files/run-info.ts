import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunInfo } from '#contract/model/runs/run';
import { parseRunFile } from './run-file.ts';
import { traceFiles } from '../trace/trace-files.ts';

/** What a list shows of a run of this app that is no longer written, without reading its trace. */
export async function readRunInfo(place: string): Promise<RunInfo> {
  const name = path.basename(place);
  const about = parseRunFile(await readFile(path.join(place, traceFiles.run), 'utf8').catch(() => null));
  return {
    id: name,
    title: about?.title ?? name,
    started: about ? Date.parse(about.started) : timeIn(name),
    place,
    kind: about?.kind ?? null,
    live: false,
    opened: false,
    calls: await lastCall(place, about?.ended !== undefined),
    ended: about?.ended === undefined ? null : Date.parse(about.ended),
    outcome: about?.outcome ?? null,
    origin: about?.origin ?? null,
  };
}

/** Names of runs are times, with `-` for what file names may not hold. */
function timeIn(name: string): number {
  const time = Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d+)Z.*/, 'T$1:$2:$3.$4Z'));
  return Number.isNaN(time) ? 0 : time;
}

/** How much of the end of a file is looked at first for the number of the last call, in bytes. */
const tailBytes = 4_096;
/** The index of a run that is not over is so much behind the trace at most, roughly. */
const unindexedBytes = 65_536;

/** The highest number of a call. The index lacks the last ones where nothing closed it. */
async function lastCall(folder: string, isOver: boolean): Promise<number> {
  const index = await highest(path.join(folder, traceFiles.index), /\{"summary":\{"call":(\d+)/g, Infinity);
  if (isOver) return index;
  return Math.max(
    index,
    await highest(path.join(folder, traceFiles.trace), /"type":"before","call":(\d+)/g, unindexedBytes),
  );
}

/** The highest number that the pattern finds in the end of a file, in as much of it as has one; 0 where there is none. */
async function highest(name: string, pattern: RegExp, most: number): Promise<number> {
  const file = await open(name, 'r').catch(() => null);
  if (!file) return 0;
  try {
    const { size } = await file.stat();
    // Many steps and events of agents may come after it.
    for (let length = tailBytes; ; length *= 8) {
      const bytes = Buffer.alloc(Math.min(size, length));
      await file.read(bytes, 0, bytes.length, size - bytes.length);
      const found = [...bytes.toString('utf8').matchAll(pattern)].map(([, call]) => Number(call));
      if (found.length > 0 || length >= Math.min(size, most)) return Math.max(0, ...found);
    }
  } finally {
    await file.close();
  }
}
