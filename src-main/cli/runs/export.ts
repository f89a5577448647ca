import { atomicWrite } from '../../base/files/atomic-write.ts';
import { oneLine } from '#contract/foreign-text';
import { pageOf } from '../../runs/analysis/page/page.ts';
import { recordingOf } from '../../runs/analysis/recording/from-run.ts';
import { explainTrace } from '../../runs/analysis/why/explain.ts';
import { writeRecording } from '../../recorder/saving/files.ts';
import { runExporters } from '../../runs/exporters/list.ts';
import { Runs } from '../../runs/runs.ts';
import { openTrace } from '../../runs/trace/trace-reader.ts';
import type { Args } from '../args.ts';
import type { Context, Outcome } from '../command.ts';
import { checkWritable } from '../files.ts';
import { exportTo, sendToCollector } from './export-foreign.ts';
import { placeOf, runsFolder } from './places.ts';

type Export = (context: Context, args: Args, file: string) => Promise<Outcome>;

/** What a run can be handed on as. */
const exports: Readonly<Record<string, Export>> = {
  zip: exportAsZip,
  html: exportAsPage,
  recording: exportAsRecording,
  ...Object.fromEntries(runExporters.map((exporter) => [exporter.id, exportTo(exporter)])),
};
export const exportNames = Object.keys(exports);

/** Hands a run on: whole as a zip unless told otherwise. */
export async function exportRun(context: Context, args: Args): Promise<Outcome> {
  if (args.text('send') !== undefined) return sendToCollector(context, args);
  const file = args.required('output');
  const chosen = exports[args.choice('to', exportNames) ?? 'zip'] ?? exportAsZip;
  await checkWritable(file);
  return chosen(context, args, file);
}

async function exportAsZip(context: Context, args: Args, file: string): Promise<Outcome> {
  const runs = new Runs({ folder: runsFolder(context, args), changed: () => undefined });
  const { id, calls } = await runs.add(await placeOf(context, args, args.at(1)));
  await runs.export(id, file);
  await runs.close();
  return { data: { file, calls }, text: `Saved ${file}.` };
}

async function exportAsPage(context: Context, args: Args, file: string): Promise<Outcome> {
  const trace = await openTrace(await placeOf(context, args, args.at(1)));
  try {
    const { html, leftOut } = await pageOf(trace, await explainTrace(trace));
    await atomicWrite(file, html);
    const without = leftOut === 0 ? '' : `, without ${leftOut} of its pictures`;
    return { data: { file, leftOut }, text: `Saved ${file}${without}.` };
  } finally {
    await trace.close();
  }
}

async function exportAsRecording(context: Context, args: Args, file: string): Promise<Outcome> {
  const trace = await openTrace(await placeOf(context, args, args.at(1)));
  try {
    const { recording, notes } = await recordingOf(trace, new Date().toISOString());
    await writeRecording(file, recording);
    for (const note of notes) context.streams.err.write(`${oneLine(note)}\n`);
    const { length } = recording.steps;
    const text = `Saved ${length === 1 ? '1 step' : `${length} steps`} to ${file}.`;
    return { data: { file, steps: length, leftOut: notes }, text };
  } finally {
    await trace.close();
  }
}
