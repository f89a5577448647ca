import { quoted } from '#contract/foreign-text';
import type { Explanation, Reason, ReasonKind } from '#contract/model/runs/run-analysis';
import type { RunEnding } from '#contract/model/runs/trace';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { Looks } from '../looks.ts';
import { runStepsOf, type RunStep, placeInWords } from '../run-steps.ts';
import { actsOf } from '../compare/made-acts.ts';
import { otherElements } from '../compare/observed.ts';
import {
  failedActs,
  modelTroubles,
  type Done,
  actInWords,
  subjectOf,
  saying,
  changedByItself,
  withoutEffect,
} from './reasons.ts';

export interface ExplainedRun {
  readonly runSteps: readonly RunStep[];
  readonly looks: Looks;
  /** How it ended; null if it was cut short. */
  readonly outcome: RunEnding | null;
}

/** Which reason is reported first if there are several. */
const byWeight = 'cut stopped denied loop model element failed unexpected noEffect limit gaveUp unproven'.split(
  ' ',
) as readonly ReasonKind[];

/** More are not explanation. */
const mostReasons = 5;
/** Number of steps at the end of a long run whose trees are examined. */
const lastSteps = 40;

/** Why a run failed, according to its trace; null for one that did not fail. */
export async function explain({ runSteps, looks, outcome }: ExplainedRun): Promise<Explanation | null> {
  if (isFine(outcome)) return null;
  const done: Done[] = [];
  for (const runStep of runSteps) done.push({ runStep, acts: await actsOf(runStep, looks) });
  const end = done.slice(-lastSteps);
  const reasons = [
    ...ofEnd(runSteps, outcome),
    ...failedActs(done),
    ...modelTroubles(runSteps),
    ...(await loops(done, looks)),
    ...(await changedByItself(end, looks)),
    ...(await withoutEffect(end, looks)),
  ];
  const ranked = reasons
    .map((reason, at) => ({ reason, at }))
    .sort((a, b) => byWeight.indexOf(a.reason.kind) - byWeight.indexOf(b.reason.kind) || a.at - b.at)
    .map(({ reason }) => reason);
  return { end: endInWords(outcome), reasons: ranked.slice(0, mostReasons) };
}

function isFine(outcome: RunEnding | null): boolean {
  return outcome !== null && ['done', 'passed', 'ended'].includes(outcome.status);
}

const ends: Readonly<Record<RunEnding['status'], string>> = {
  done: 'It is done',
  passed: 'It passed',
  ended: 'It ended',
  unproven: 'It says that it is done, and that could not be seen',
  failed: 'It failed',
  stopped: 'It was stopped',
  limit: 'It reached a limit',
  error: 'It broke',
};

function endInWords(outcome: RunEnding | null): string {
  if (!outcome) return 'It was cut short: its trace has no end.';
  const end = ends[outcome.status];
  return outcome.text === '' ? `${end}.` : saying(end, outcome.text);
}

/** The reasons given by the run's end. */
function ofEnd(runSteps: readonly RunStep[], outcome: RunEnding | null): readonly Reason[] {
  const last = runSteps.at(-1);
  const place = last?.place ?? null;
  const where = place ? `after ${placeInWords(place)}` : 'before anything was done';
  if (!outcome) return [{ kind: 'cut', place, sentence: `It was cut short ${where}.` }];
  switch (outcome.status) {
    case 'limit':
      return [{ kind: 'limit', place, sentence: saying(`It reached a limit ${where}`, outcome.text) }];
    case 'stopped':
      return [{ kind: 'stopped', place, sentence: `It was stopped ${where}.` }];
    case 'unproven':
      return [{ kind: 'unproven', place, sentence: saying('Fresh data do not show what it claims', outcome.text) }];
    case 'failed':
    case 'error':
      return givingUp(last);
    case 'done':
    case 'passed':
    case 'ended':
      return [];
  }
}

function givingUp(last: RunStep | undefined): readonly Reason[] {
  const { status, result = '', thought = '' } = last?.answer ?? {};
  if (status !== 'FAIL' || !last) return [];
  const { place, who } = last;
  const why = result || thought;
  const gaveUp = `${quoted(who)} gave up in ${placeInWords(place)}`;
  return [{ kind: 'gaveUp', place, sentence: why ? saying(gaveUp, why) : `${gaveUp} without a word why.` }];
}

/** Explains an open trace that is no longer written. */
export async function explainTrace(trace: TraceReader): Promise<Explanation | null> {
  const { outcome = null } = trace.about;
  if (outcome ? isFine(outcome) : trace.complete) return null;
  return explain({ runSteps: runStepsOf(await trace.events()), looks: new Looks(trace), outcome });
}

/** This many repetitions in a row are a loop, if each looks the same. */
const isLoop = 3;

/** Where the same was done again and again, and there was the same to see each time. */
async function loops(done: readonly Done[], looks: Looks): Promise<readonly Reason[]> {
  const reasons: Reason[] = [];
  for (let from = 0; from < done.length;) {
    const to = await endOfLoop(done, from, looks);
    if (to - from >= isLoop) reasons.push(reasonOf(done.slice(from, to)));
    from = Math.max(to, from + 1);
  }
  return reasons;
}

async function endOfLoop(done: readonly Done[], from: number, looks: Looks): Promise<number> {
  const first = done[from];
  if (!first || first.acts.length === 0) return from + 1;
  let to = from + 1;
  for (let next = done[to]; next && isSame(first, next); next = done[++to]) {
    const before = done[to - 1]?.runStep ?? first.runStep;
    if (!(await looksAlike(before, next.runStep, looks))) break;
  }
  return to;
}

function isSame(a: Done, b: Done): boolean {
  return a.acts.map(subjectOf).join('\n\n') === b.acts.map(subjectOf).join('\n\n');
}

/** If there is nothing to see by, only the same picture is the same look. */
async function looksAlike(a: Done['runStep'], b: Done['runStep'], looks: Looks): Promise<boolean> {
  if (a.saw.picture !== null && a.saw.picture === b.saw.picture) return true;
  if (a.saw.controls === null && a.saw.tree === null) return false;
  return (await otherElements({ runStep: a, looks }, { runStep: b, looks })).length === 0;
}

function reasonOf(loop: readonly Done[]): Reason {
  const [first, last] = [loop[0], loop.at(-1)];
  const place = first?.runStep.place ?? null;
  const what = first?.acts.map(actInWords).join(', ') ?? '';
  const where = place && last ? `From ${placeInWords(place)} to ${placeInWords(last.runStep.place)}` : '';
  return {
    kind: 'loop',
    place,
    sentence: `${where} it does the same ${loop.length} times, ${what}, and sees the same each time.`,
  };
}
