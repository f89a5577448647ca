import { z } from 'zod';
import type { RunEnding } from '#contract/model/trace';
import {
  answerWith,
  failedWith,
  type ForeignAct,
  type ForeignRun,
  type ForeignStep,
  type RunImporter,
} from './importer.ts';

const mainFile = 'traj.jsonl';

const said = z.string().nullish().catch(null);
const line = z.looseObject({
  step_num: z.number().int().nonnegative(),
  action_timestamp: said,
  action: z.unknown(),
  response: z.unknown().optional(),
  thought: said,
  instruction: said,
  done: z.boolean().nullish().catch(null),
  info: z.record(z.string(), z.unknown()).nullish().catch(null),
  screenshot_file: said,
});
type Line = z.output<typeof line>;
/** What the runner writes when it fails itself. */
const failure = z.looseObject({ Error: z.string() });

/**
 * What OSWorld leaves of a task: `traj.jsonl`, a picture after each act, and `result.txt` with the score.
 * Source: `lib_run_single.py` of xlang-ai/OSWorld; several acts of one answer share a `step_num`.
 */
export const osworldImporter: RunImporter = {
  mainFile,
  fits: (head) => /^\{[^\n]*"(step_num|screenshot_file)"\s*:/.test(head),
  async read(files, main): Promise<ForeignRun> {
    const { lines, errors, notes } = readLines((await files.text(main)) ?? '', main);
    const first = (await files.list()).find((name) => /^(step_0(_.*)?|initial.*)\.png$/.test(name));
    const steps = toSteps(lines, first);
    const instruction = lines.find((one) => one.instruction)?.instruction;
    return {
      format: 'OSWorld',
      title: instruction ?? files.name,
      started: steps[0]?.at ?? null,
      requests: new Map(instruction ? [[1, instruction]] : []),
      steps,
      last: [],
      outcome: outcomeOf(await files.text('result.txt'), errors),
      lacks: [
        ...(instruction ? [] : ['what the task was']),
        'which model worked and what it was shown word by word',
        'how many tokens were used',
        'how long calls took',
        'which element was meant',
      ],
      notes: [...notes, ...errors],
    };
  },
};

function readLines(text: string, main: string) {
  const lines: Line[] = [];
  const errors: string[] = [];
  const notes: string[] = [];
  text.split('\n').forEach((written, index) => {
    if (written.trim() === '') return;
    const value = parsed(written);
    const read = line.safeParse(value).data;
    const failed = failure.safeParse(value).data;
    if (read) lines.push(read);
    else if (failed) errors.push(failed.Error);
    else notes.push(`Line ${index + 1} of ${main} is no whole line of OSWorld; it is left out.`);
  });
  return { lines, errors, notes };
}

/** What an act left is what the model is shown next. */
function toSteps(lines: readonly Line[], first: string | undefined): readonly ForeignStep[] {
  const byNumber = new Map<number, Line[]>();
  for (const one of lines) byNumber.set(one.step_num, [...(byNumber.get(one.step_num) ?? []), one]);
  let shown = first;
  return [...byNumber.values()].map((together) => {
    const seen = shown;
    shown = together.at(-1)?.screenshot_file ?? shown;
    return toStep(together, seen);
  });
}

function toStep(together: readonly Line[], seen: string | undefined): ForeignStep {
  const acts = together.flatMap((one, index) => toActs(one, index === 0 ? seen : together[index - 1]?.screenshot_file));
  const [head] = together;
  const says = (word: string) => together.some(({ action }) => action === word || kindOf(action) === word);
  const state = says('FAIL') ? 'FAIL' : says('DONE') || together.some(({ done }) => done) ? 'FINISH' : 'CONTINUE';
  const raw = typeof head?.response === 'string' ? head.response : head?.response ? JSON.stringify(head.response) : '';
  return {
    at: timeOf(head?.action_timestamp),
    agent: { kind: 'AppAgent', name: 'OSWorld' },
    round: 1,
    pictures: seen === undefined ? [] : [{ file: seen, label: 'Screen', bounds: 'screen' }],
    prompt: '',
    raw,
    model: '',
    answer: answerWith(state, { thought: head?.thought ?? '', actions: acts.map(({ action }) => action) }),
    problem: '',
    usage: null,
    attempts: null,
    acts,
    elapsedMs: {},
    state: null,
  };
}

function toActs(one: Line, before: string | null | undefined): readonly ForeignAct[] {
  const { action, info, screenshot_file: after } = one;
  if (action === 'DONE' || action === 'FAIL') return [];
  const name = kindOf(action);
  const given = typeof action === 'object' && action !== null ? { ...action } : { code: action };
  const error = info?.['error'];
  const problem = error === undefined || error === null || error === '' ? '' : asText(error);
  const picture = (file: string) => ({ file, label: 'Screen', bounds: 'screen' as const });
  const text = problem || (info && Object.keys(info).length > 0 ? JSON.stringify(info) : '');
  const call = {
    tool: name,
    parameters: given,
    text,
    error: problem === '' ? null : failedWith(problem),
    elapsedMs: null,
    before: before ? picture(before) : undefined,
    after: after ? picture(after) : undefined,
  };
  const status = problem === '' ? 'success' : 'failure';
  return [{ action: { function: name, arguments: given }, status, text, target: null, calls: [call] }];
}

/** Agents that write Python write `pyautogui`; others name what they do. */
function kindOf(action: unknown): string {
  if (typeof action === 'string') return action === 'WAIT' ? 'wait' : 'pyautogui';
  const { action_type: type, name } = (action ?? {}) as Readonly<Record<string, unknown>>;
  return ([type, name].find((word) => typeof word === 'string' && word !== '') as string | undefined) ?? 'action';
}

/** A score of 1 is full marks. */
function outcomeOf(result: string | null, errors: readonly string[]): RunEnding | null {
  const score = Number(result?.trim() ?? '');
  if (result === null || result.trim() === '' || Number.isNaN(score))
    return errors.length > 0 ? { status: 'error', text: errors.join(' ') } : null;
  return { status: score >= 1 ? 'done' : 'failed', text: `Its evaluator gave ${score} of 1.` };
}

/** `20261125@071444`, some with more digits, in the time zone of the machine that wrote it: read as this one's. */
function timeOf(stamp: string | null | undefined): number | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)@(\d\d)(\d\d)(\d\d)/.exec(stamp ?? '')?.map(Number) ?? [];
  if (year === undefined || month === undefined) return null;
  const time = new Date(year, month - 1, day, hour, minute, second).getTime();
  return Number.isNaN(time) ? null : time;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
