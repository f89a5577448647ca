import type { RunComparison } from '#contract/model/runs/run-analysis';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { Looks } from '../looks.ts';
import { momentsOf } from '../moments.ts';
import { compareRuns, type ComparedRun } from './compare.ts';

/** The same of two open traces. */
export async function compareTraces(a: TraceReader, b: TraceReader): Promise<RunComparison> {
  const [one, other] = await Promise.all([comparedRun(a), comparedRun(b)]);
  return compareRuns(one, other);
}

async function comparedRun(trace: TraceReader): Promise<ComparedRun> {
  return { moments: momentsOf(await trace.events()), looks: new Looks(trace) };
}
