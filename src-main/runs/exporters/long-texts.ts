import type { TraceEventOf } from '#contract/model/runs/trace';
import type { ExportedRun } from './exporter.ts';

/** Of a blob; empty where it is missing, as after a crash. */
export async function readText(run: Pick<ExportedRun, 'blob'>, blob: string): Promise<string> {
  return Buffer.from((await run.blob(blob)) ?? []).toString('utf8');
}

/** The whole result of a call, also where a line was too short for it. */
export async function wholeText(
  run: Pick<ExportedRun, 'blob'>,
  after: Pick<TraceEventOf<'after'>, 'text' | 'textBlob'> | null,
): Promise<string> {
  if (!after) return '';
  return (after.textBlob && (await readText(run, after.textBlob))) || after.text;
}

/** All arguments of a call, also where a line was too short for them. */
export async function wholeParameters(
  run: Pick<ExportedRun, 'blob'>,
  { parameters, parametersBlob }: Pick<TraceEventOf<'before'>, 'parameters' | 'parametersBlob'>,
): Promise<Readonly<Record<string, unknown>>> {
  if (parametersBlob === undefined) return parameters;
  try {
    return JSON.parse(await readText(run, parametersBlob)) as Readonly<Record<string, unknown>>;
  } catch {
    return parameters;
  }
}
