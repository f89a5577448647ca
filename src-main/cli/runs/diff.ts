import { harmless, oneLine } from '#contract/foreign-text';
import type { PartingDetail, RunComparison } from '#contract/model/runs/run-analysis';
import { compareTraces } from '../../runs/analysis/compare/compare-traces.ts';
import { compareWithRecording } from '../../runs/analysis/compare/with-recording.ts';
import { readRecording } from '../../recorder/saving/files.ts';
import { openTrace, type TraceReader } from '../../runs/trace/trace-reader.ts';
import type { Args } from '../args.ts';
import type { Context, Outcome } from '../command.ts';
import type { Paint } from '../output/output.ts';
import { placeOf } from './places.ts';

/** Where two runs part first, or a run and a person's recording: exit code 1; 0 where they do the same. */
export async function diffRuns(context: Context, args: Args): Promise<Outcome> {
  const a = await openTrace(await placeOf(context, args, args.at(1)));
  try {
    const comparison = await compareWith(a, context, args);
    return { data: { ...comparison }, text: inWords(comparison, context.paint), isNo: comparison.parting !== null };
  } finally {
    await a.close();
  }
}

async function compareWith(a: TraceReader, context: Context, args: Args): Promise<RunComparison> {
  const other = args.at(2);
  if (/\.json$/i.test(other)) return compareWithRecording(a, await readRecording(other));
  const b = await openTrace(await placeOf(context, args, other));
  try {
    return await compareTraces(a, b);
  } finally {
    await b.close();
  }
}

function inWords({ parting, pairs, notes }: RunComparison, paint: Paint): string {
  const alike = pairs.length === 1 ? 'one place' : `${pairs.length} places`;
  return [
    parting ? paint('yellow', oneLine(parting.sentence)) : paint('green', `Identical in ${alike}.`),
    ...(parting?.details ?? []).flatMap((detail) => detailLines(detail, paint)),
    ...notes.map((note) => paint('dim', oneLine(note))),
  ].join('\n');
}

function detailLines({ label, a, b }: PartingDetail, paint: Paint): readonly string[] {
  const line = (sign: string, text: string, style: 'red' | 'green') =>
    text === '' ? [] : [`  ${paint('dim', label)} ${paint(style, `${sign} ${oneLine(harmless(text))}`)}`];
  return [...line('-', a, 'red'), ...line('+', b, 'green')];
}
