import { count } from '#contract/count';
import { AppError } from '#contract/errors';
import { oneLine } from '#contract/foreign-text';
import type { Explanation } from '#contract/model/runs/run-analysis';
import { callWords } from '#contract/model/runs/call-words';
import type { CallSummary } from '#contract/model/runs/trace';
import { explainTrace } from '../../runs/analysis/why/explain.ts';
import { openTrace, type TraceReader } from '../../runs/trace/trace-reader.ts';
import type { Args } from '../args.ts';
import type { Context, Outcome } from '../command.ts';
import { table } from '../output/output.ts';
import { placeOf } from './places.ts';
import { stepInFull, stepInShort } from './step-text.ts';
import { lengthInWords, originInWords, outcomeInWords, outcomeStyle } from './words.ts';

const unclosed = 'Not closed: still being written, or Deskscope ended during it.';

/** What is in a run: its agents' steps where it has some, else its calls; or one step whole. */
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
  const said = error ? `${status}: ${error}` : status;
  const took = status === 'running' ? '' : `${Math.round(elapsedMs)} ms`;
  return [String(call), said, tool, target, took, caller.name];
}
