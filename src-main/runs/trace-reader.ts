import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { traceVersion, type TraceEvent } from '#contract/model/trace';
import { traceFile } from './trace-writer.ts';

export interface Trace {
  readonly events: readonly TraceEvent[];
  /** Lines that could not be read, counted from 1; a crash leaves at most the last one. */
  readonly damaged: readonly number[];
  /** True where the run was closed in order. */
  readonly complete: boolean;
}

/**
 * Reads a trace folder. What a crash left is read as far as it goes.
 * @throws AppError `not_found`, `file_error`, or `invalid_parameter` for what is no trace or too new
 */
export function readTrace(folder: string): Trace {
  const lines = readText(path.join(folder, traceFile)).split('\n');
  const events: TraceEvent[] = [];
  const damaged: number[] = [];
  lines.forEach((line, index) => {
    if (line === '') return;
    const event = parseLine(line);
    if (event) events.push(event);
    else damaged.push(index + 1);
  });
  checkStart(folder, events[0]);
  return { events, damaged, complete: events.at(-1)?.type === 'end' };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (missing) throw new AppError('not_found', `There is no trace at ${file}.`, { cause: error });
    throw new AppError('file_error', `The trace ${file} cannot be read.`, { cause: error });
  }
}

const types: readonly string[] = ['start', 'before', 'after', 'end'] satisfies TraceEvent['type'][];

function parseLine(line: string): TraceEvent | null {
  try {
    const event = JSON.parse(line) as TraceEvent | null;
    return event !== null && types.includes(event.type) ? event : null;
  } catch {
    return null;
  }
}

function checkStart(folder: string, first: TraceEvent | undefined): void {
  if (first?.type !== 'start') throw new AppError('invalid_parameter', `${folder} holds no Deskscope trace.`);
  if (first.version <= traceVersion) return;
  throw new AppError(
    'invalid_parameter',
    `The trace has version ${first.version}; this Deskscope reads ${traceVersion}.`,
    {
      hint: 'Update Deskscope.',
    },
  );
}
