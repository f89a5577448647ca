import { count } from '#contract/count';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importRun as takeOver } from '../../runs/import/import-run.ts';
import { Runs } from '../../runs/runs.ts';
import { openTrace } from '../../runs/trace/trace-reader.ts';
import { exportZip } from '../../runs/files/zip-writer.ts';
import type { Args } from '../args.ts';
import type { Context, Outcome } from '../command.ts';
import { checkWritable } from '../files.ts';
import { runsFolder } from './places.ts';
import { originInWords } from './words.ts';

/** Takes over a run of others: among the runs of the app, or as a zip. */
export async function importRun(context: Context, args: Args): Promise<Outcome> {
  const output = args.text('output');
  if (output !== undefined) return importToZip(args.at(1), output);
  const runs = new Runs({ folder: runsFolder(context, args), changed: () => undefined });
  const { id, place } = await runs.import(path.resolve(args.at(1)));
  return told(place, `Saved as ${id}: deskscope runs show ${id}`, { run: id });
}

async function importToZip(place: string, output: string): Promise<Outcome> {
  await checkWritable(output);
  const draft = await mkdtemp(path.join(tmpdir(), 'deskscope-import-'));
  const folder = path.join(draft, path.basename(output, '.zip'));
  try {
    await takeOver(path.resolve(place), folder);
    await exportZip(folder, output);
    return await told(folder, `Saved ${output}.`, { file: output });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function told(folder: string, saved: string, data: Outcome['data']): Promise<Outcome> {
  const trace = await openTrace(folder, { keepIndex: true });
  const { steps, calls, about } = trace;
  await trace.close();
  return {
    data: { ...data, steps: steps.length, calls: calls.length, origin: about.origin },
    text: [
      ...originInWords(about.origin),
      `${count(steps.length, 'step')}, ${count(calls.length, 'call')}.`,
      saved,
    ].join('\n'),
  };
}
