import { existsSync } from 'node:fs';
import path from 'node:path';
import { count } from '#contract/count';
import { AppError } from '#contract/errors';
import { oneLine, quoted } from '#contract/foreign-text';
import type { Explanation } from '#contract/model/runs/run-analysis';
import { callWords } from '#contract/model/runs/call-words';
import type { CallSummary } from '#contract/model/runs/trace';
import type { RunInfo } from '#contract/model/runs/run';
import { explainTrace } from '../../runs/analysis/why/explain.ts';
import { openTrace, type TraceReader } from '../../runs/trace/trace-reader.ts';
import { profileFolder } from '../../base/files/profile-folder.ts';
import { Runs } from '../../runs/runs.ts';
import type { Args } from '../args.ts';
import type { Context, Outcome } from '../command.ts';
import { table } from '../output/output.ts';
import { stepInFull, stepInShort, lengthInWords, originInWords, outcomeInWords, outcomeStyle } from './step-text.ts';

const unclosed = 'Not closed: still being written, or Deskscope ended during it.';

/** The content of a run: its agents' steps if any, else its calls; or one complete step. */
export async function showRun(context: Context, args: Args): Promise<Outcome> {
  const trace = await openTrace(await placeOf(context, args, args.at(1)));
  try {
    const step = args.number('step', [1, 1e9]);
    if (step !== undefined) return await showStep(trace, step, context);
    const { about, calls, steps, story, damaged, complete } = trace;
    const withSteps = steps.length > 0 && !args.flag('calls');
    const why = await explainTrace(trace);
    const text = [
      heading(trace, context),
      ...originInWords(about.origin),
      ...(why ? [whyInWords(why, context)] : []),
      withSteps ? await stepsOf(trace, context) : callsOf(calls, context),
      ...(complete ? [] : [about.origin ? 'Its outcome is unknown.' : unclosed]),
      ...(damaged === 0 ? [] : [`${damaged} of its lines are unreadable.`]),
    ].join('\n');
    return { data: { ...about, complete, damaged, calls, steps, story, why }, text };
  } finally {
    await trace.close();
  }
}

function whyInWords({ reasons }: Explanation, { paint }: Context): string {
  const lines = reasons.map(({ sentence }) => `  ${oneLine(sentence)}`);
  return `\n${[paint('bold', 'Why'), ...(lines.length > 0 ? lines : ['  The trace does not show why.'])].join('\n')}\n`;
}

async function showStep(trace: TraceReader, step: number, { paint }: Context): Promise<Outcome> {
  const summary = trace.steps.find((one) => one.step === step);
  if (!summary) {
    const hint =
      trace.steps.length > 0 ? `It has ${count(trace.steps.length, 'step')}.` : 'It has no agents of Deskscope.';
    throw new AppError('not_found', `The run has no step ${step}.`, { hint });
  }
  const events = await trace.step(step);
  const calls = trace.calls.filter(({ call }) => summary.calls.includes(call));
  const read = async (blob: string) => Buffer.from((await trace.blob(blob)) ?? []).toString('utf8');
  return { data: { summary, events, calls }, text: await stepInFull({ summary, events, calls }, read, paint) };
}

async function stepsOf(trace: TraceReader, { paint }: Context): Promise<string> {
  const texts: string[] = [];
  for (const summary of trace.steps) texts.push(stepInShort(summary, await trace.step(summary.step), paint));
  return `\n${texts.join('\n\n')}\n`;
}

function heading({ about, steps, calls }: TraceReader, { paint }: Context): string {
  const { title, started, ended, outcome } = about;
  const tokens = steps.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
  const dollars = steps.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  const counted = [
    ...(ended === undefined ? [] : [lengthInWords(Date.parse(ended) - Date.parse(started))]),
    ...(steps.length > 0 ? [count(steps.length, 'step')] : []),
    count(calls.length, 'call'),
    ...(tokens > 0 ? [`${tokens} tokens`] : []),
    ...(dollars > 0 ? [`$${dollars.toFixed(4)}`] : []),
  ].join(', ');
  const end = [paint(outcomeStyle(outcome), outcomeInWords(outcome)), oneLine(outcome?.text ?? '')].filter(Boolean);
  return `${paint('bold', oneLine(title))}  ${paint('dim', started)}\n${end.join(': ')}\n${paint('dim', counted)}`;
}

function callsOf(calls: readonly CallSummary[], context: Context): string {
  return table(['CALL', 'STATUS', 'TOOL', 'TARGET', 'TIME', 'CALLER'], calls.map(row), context.paint);
}

function row(summary: CallSummary): string[] {
  const { call, status, elapsedMs, caller, error } = summary;
  const { tool, target } = callWords(summary);
  const statusText = error ? `${status}: ${error}` : status;
  const took = status === 'running' ? '' : `${Math.round(elapsedMs)} ms`;
  return [String(call), statusText, tool, target, took, caller.name];
}

/** The folder of runs: the app's by default. */
export function runsFolder({ variables }: Context, args: Args): string {
  const chosen = args.text('from');
  return chosen === undefined ? path.join(profileFolder(variables), 'runs') : path.resolve(chosen);
}

/** Where the run is that a person names. @throws as {@link findRun} */
export function placeOf(context: Context, args: Args, run: string): Promise<string> {
  return findRun(runsFolder(context, args), run);
}

/**
 * Where a run is: `wanted` is a name of the list, a path, or what begins only one name of the list or is in only one title.
 * @throws AppError `not_found`, `multiple_matches`
 */
export async function findRun(folder: string, wanted: string): Promise<string> {
  const isName = path.basename(wanted) === wanted && wanted !== '.' && wanted !== '..';
  if (!isName) return path.resolve(wanted);
  for (const place of [path.join(folder, wanted), path.resolve(wanted)]) if (existsSync(place)) return place;
  const { runs } = await new Runs({ folder, changed: () => undefined }).list();
  const [found, second] = fitting(runs, wanted);
  if (!found) {
    throw new AppError('not_found', `There is no run and no file ${quoted(wanted)} in ${folder}.`, {
      hint: '`deskscope runs list` lists them. --from sets another folder.',
    });
  }
  if (second) {
    const several = fitting(runs, wanted).slice(0, 5);
    throw new AppError('multiple_matches', `${quoted(wanted)} matches several runs.`, {
      hint: `Name one of them: ${several.map(({ id, title }) => `${id} (${oneLine(title)})`).join(', ')}.`,
    });
  }
  return path.join(folder, found.id);
}

/** By the full title, else by the beginning of the name, else by a part of the title. */
function fitting(runs: readonly RunInfo[], wanted: string): readonly RunInfo[] {
  const text = wanted.toLowerCase();
  const ways: readonly ((run: RunInfo) => boolean)[] = [
    ({ title }) => title.toLowerCase() === text,
    ({ id }) => id.toLowerCase().startsWith(text),
    ({ title }) => title.toLowerCase().includes(text),
  ];
  return ways.map((fits) => runs.filter(fits)).find((found) => found.length > 0) ?? [];
}
