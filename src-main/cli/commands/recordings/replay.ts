import { oneLine } from '#contract/foreign-text';
import type { ReplayState, StepResult } from '#contract/api';
import { AppError, toWire, type WireError } from '#contract/errors';
import { describeStep, type Recording } from '#contract/model/recordings/recording';
import { reasonsToSkip, runsOf } from '#contract/replay-runs';
import { readDataRows, type DataRow } from '../../../recorder/editing/data-rows.ts';
import { readRecording } from '../../../recorder/saving/files.ts';
import { withInputs } from '../../../recorder/steps/inputs.ts';
import { dryRun, type DryStep } from '../../../replay/dry-run.ts';
import type { ReplayRequest } from '../../../replay/replay.ts';
import { toJunitSuites, type Suite } from '../../../replay/junit.ts';
import type { Services } from '../../../services/headless.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { writeResult } from '../../files.ts';
import { noSnap, withSnapping } from '../../targets/no-snap.ts';
import { table, type Paint } from '../../output/output.ts';

export const replay: Command = {
  name: 'replay',
  summary: 'Replay a recording, step by step, until one fails.',
  usage:
    'replay FILE.json [--set NAME=VALUE]… [--data ROWS] [--allow-launch] [--allow-lost] [--no-snap] [--dry-run] [--strict] [--timeout MS] [--report junit.xml] [--trace DIR]',
  options: {
    set: {
      type: 'string',
      multiple: true,
      value: 'NAME=VALUE',
      help: 'Replace a recorded text by its input name, such as first_name; repeatable.',
    },
    data: {
      type: 'string',
      value: 'ROWS',
      help: 'Replay once for each row of a .csv or .json file, whose columns are named like the fields.',
    },
    'allow-launch': {
      type: 'boolean',
      help: 'Allow the recording to start programs and use terminals and the like. Read it first.',
    },
    'allow-lost': {
      type: 'boolean',
      help: 'Go on where input was lost while it was recorded, as nothing is missing there; else it stops.',
    },
    'no-snap': noSnap,
    'dry-run': { type: 'boolean', help: 'Only show what each step would act on now.' },
    strict: { type: 'boolean', help: 'Fail if a passed step had no effect to check.' },
    timeout: { type: 'string', value: 'MS', help: 'Timeout for each step’s element; default 5000.' },
    report: { type: 'string', value: 'junit.xml', help: 'Save the result as JUnit XML.' },
    trace: { type: 'string', value: 'DIR', help: 'Save a trace of every call, with pictures, in this folder.' },
  },
  positionals: [1, 1],
  async run(context, args) {
    const recorded = await readRecording(args.at(0));
    const data = args.text('data');
    const recordings =
      data === undefined ? [withInputs(recorded, args.pairs('set'))] : await perRow(recorded, data, args.pairs('set'));
    const [recording = recorded] = recordings;
    if (args.flag('dry-run')) return look(context, recording);
    const allowed = {
      ...(args.flag('allow-launch') && { mayStart: true as const }),
      ...(args.flag('allow-lost') && { mayMiss: true as const }),
    };
    const folder = args.text('trace');
    const stepTimeoutMs = args.number('timeout', [1, 600_000]);
    const services = await context.services({
      trace: folder === undefined ? undefined : { folder, title: recording.name, kind: 'replay' },
      settings: stepTimeoutMs === undefined ? {} : { stepTimeoutMs },
    });
    const isOwn = await services.madeHere.has(recorded);
    const suites: Suite[] = [];
    await withSnapping(context, args, async () => {
      for (const one of recordings) {
        if (context.signal.aborted) break;
        if (data !== undefined && !context.json) context.streams.out.write(`${oneLine(one.name)}\n`);
        suites.push({ recording: one, state: await replayOne(context, services, one, { ...allowed, isOwn }) });
      }
    });
    const states = suites.map(({ state }) => state);
    const lines = suites.map(({ recording: one, state }) => {
      return `${summary(runsOf(one, state))} in ${(state.elapsedMs / 1_000).toFixed(1)} s.`;
    });
    const report = args.text('report');
    if (report !== undefined) await writeResult(report, toJunitSuites(recorded.name, suites));
    const unproven = suites.reduce((sum, suite) => sum + unprovenIn(runsOf(suite.recording, suite.state)), 0);
    const failure = states.map(errorOf).find((one) => one !== null) ?? null;
    const error = failure ?? (args.flag('strict') && unproven > 0 ? notAllChecked(unproven) : null);
    const answer = data === undefined ? states[0] : { rows: states };
    return {
      data: { ...answer, unproven, ...(report && { report }), ...(folder && { trace: folder }) },
      text: lines.join('\n'),
      ...(error && { error }),
    };
  },
};

/** One recording for each row, called after it. A row that cannot be entered is found before anything is done. */
async function perRow(recorded: Recording, file: string, always: DataRow): Promise<readonly Recording[]> {
  const rows = await readDataRows(file);
  return rows.map((row, index) => ({
    ...withInputs(recorded, { ...always, ...row }),
    name: `${recorded.name}, row ${index + 1} of ${rows.length}`,
  }));
}

async function replayOne(
  context: Context,
  services: Services,
  recording: Recording,
  allowed: Pick<ReplayRequest, 'mayStart' | 'mayMiss' | 'isOwn'>,
): Promise<ReplayState> {
  const watching = context.json ? null : services.replay.onChange(progress(context, recording));
  const state = await services.replay.run({ recording, signal: context.signal, ...allowed });
  watching?.dispose();
  return state;
}

async function look(context: Context, recording: Recording): Promise<Outcome> {
  const steps = await dryRun(context.engine(), recording, context.signal);
  const missing = steps.filter(({ status }) => status === 'failed').length;
  const message = `${missing} of ${steps.length} steps would not find their element on the current desktop.`;
  const hint = 'Bring the apps to the start of the recording. Elements that earlier steps open are not there yet.';
  return {
    data: { dryRun: true, steps },
    text: dryTable(recording, steps, context.paint),
    ...(missing > 0 && { error: toWire(new AppError('element_not_found', message, { hint })) }),
  };
}

function dryTable(recording: Recording, steps: readonly DryStep[], paint: Paint): string {
  const rows = steps.map(({ status, window, matches, selector, message }, index) => {
    const step = recording.steps[index];
    const what = step ? describeStep(step) : '';
    return [String(index + 1), status, what, window?.title ?? '', String(matches ?? ''), selector ?? '', message];
  });
  return table(['STEP', 'RESULT', 'WHAT', 'WINDOW', 'MATCHES', 'SELECTOR', 'WHY'], rows, paint);
}

/** Prints every step once it has ended, in each iteration of its group. */
function progress({ streams, paint }: Context, recording: Recording): (state: ReplayState) => void {
  const printed = new Set<string>();
  return (state) => {
    for (const result of runsOf(recording, state)) {
      const index = recording.steps.findIndex(({ id }) => id === result.step);
      const step = recording.steps[index];
      const run = `${result.turn ?? ''} ${result.step}`;
      if (!step || printed.has(run) || result.status === 'pending' || result.status === 'running') continue;
      printed.add(run);
      const turn = result.turn === undefined ? '' : ` (turn ${result.turn})`;
      const what = `${mark(result, paint)} ${index + 1}. ${oneLine(describeStep(step))}${turn}`;
      const time = paint('dim', `${result.elapsedMs} ms`);
      const why = result.status === 'passed' ? '' : `\n    ${oneLine(result.message)}`;
      const unchecked = result.unproven ? `  ${paint('dim', 'no effect to check')}` : '';
      streams.out.write(`${what}  ${time}${unchecked}${why}\n`);
    }
  };
}

function mark({ status }: StepResult, paint: Paint): string {
  switch (status) {
    case 'passed':
      return paint('green', 'passed ');
    case 'healed':
      return paint('yellow', 'healed ');
    case 'failed':
      return paint('red', 'failed ');
    case 'skipped':
    case 'pending':
    case 'running':
      return paint('dim', 'skipped');
  }
}

function summary(runs: readonly StepResult[]): string {
  const count = (status: StepResult['status']) => runs.filter((result) => result.status === status).length;
  const parts = (['passed', 'healed', 'failed', 'skipped'] as const).map((status) => [count(status), status] as const);
  const counted = parts.flatMap(([n, status]) => (n > 0 || status === 'passed' ? `${n} ${status}` : [])).join(', ');
  const unproven = unprovenIn(runs);
  const reasons = reasonsToSkip(runs);
  return `${counted}${reasons && `: ${reasons}`}${unproven > 0 ? ` (${unproven} without an effect to check)` : ''}`;
}

/** Number of passed steps without evidence that they had the recorded effect. */
function unprovenIn(runs: readonly StepResult[]): number {
  return runs.filter((result) => result.unproven).length;
}

function notAllChecked(unproven: number): WireError {
  const steps = unproven === 1 ? '1 step passed that had' : `${unproven} steps passed that had`;
  return toWire(
    new AppError('effect_missing', `${steps} no effect to check.`, {
      hint: 'Add a check to each, or omit --strict.',
      delivery: 'delivered',
    }),
  );
}

function errorOf({ status, results }: ReplayState): WireError | null {
  if (status === 'stopped') return toWire(new AppError('cancelled', 'The replay was stopped.'));
  return results.find((result) => result.status === 'failed')?.error ?? null;
}
