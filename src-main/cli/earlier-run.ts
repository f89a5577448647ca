import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import type { AgentKind } from '#contract/model/agents/agent';
import { profileFolder } from '../base/files/profile-folder.ts';
import { openTrace, type TraceReader } from '../runs/trace/trace-reader.ts';
import type { Args } from './args.ts';
import type { Context } from './command.ts';
import { findRun } from './runs/places.ts';
import { UsageError } from './usage-error.ts';

/** A run of which a step is done again with one change. */
export interface EarlierRun {
  readonly run: string;
  readonly trace: TraceReader;
  readonly step: number;
  /** In place of what the model answered; missing to ask the model. */
  readonly answer?: string;
  readonly request: string;
  /** Those that it had. */
  readonly models: Readonly<Record<AgentKind, string>>;
}

/** Null where `--again` is not given. @throws UsageError for options that do not go with it; AppError as `openTrace` */
export async function earlierRun({ variables }: Context, args: Args): Promise<EarlierRun | null> {
  const run = args.text('again');
  const step = args.number('from', [1, 1e9]);
  if (run === undefined) {
    if (step !== undefined || args.text('answer') !== undefined)
      throw new UsageError('--from and --answer go with --again.');
    return null;
  }
  if (step === undefined) throw new UsageError('--again needs --from, the number of a step.');
  if (args.positionals.length > 0) throw new UsageError('With --again the run’s task is used.');
  const answer = await answerIn(args);
  const trace = await openTrace(await findRun(path.join(profileFolder(variables), 'runs'), run));
  const round = trace.story.flatMap(({ event }) => (event.event === 'round' ? event : []))[0];
  if (!round) {
    await trace.close();
    throw new AppError('invalid_parameter', 'That run has no agents of Deskscope.', {
      hint: '`deskscope runs list` shows which are tasks.',
    });
  }
  return { run, trace, step, request: round.request, models: round.models, ...(answer !== undefined && { answer }) };
}

async function answerIn(args: Args): Promise<string | undefined> {
  const file = args.text('answer');
  if (file === undefined) return undefined;
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AppError('file_error', `${file} cannot be read.`, { cause });
  });
}
