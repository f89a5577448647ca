import { z } from 'zod';
import { leftNote, linesOf } from '../../base/text-bounds.ts';
import type { RunEnding } from '#contract/model/runs/trace';
import {
  answerWith,
  failedWith,
  type ForeignAct,
  type ForeignRun,
  type ForeignStep,
  type RunImporter,
} from './importer.ts';

const mainFile = 'traj.jsonl';

const optionalText = z.string().nullish().catch(null);
const line = z.looseObject({
  step_num: z.number().int().nonnegative(),
  action_timestamp: optionalText,
  action: z.unknown(),
  response: z.unknown().optional(),
  thought: optionalText,
  instruction: optionalText,
  done: z.boolean().nullish().catch(null),
  info: z.record(z.string(), z.unknown()).nullish().catch(null),
  screenshot_file: optionalText,
});
type Line = z.output<typeof line>;
/** The runner's record of its own failure. */
const failure = z.looseObject({ Error: z.string() });

/**
 * OSWorld's results of a task: `traj.jsonl`, a picture after each act, and `result.txt` with the score. Source:
 * `lib_run_single.py` of xlang-ai/OSWorld; several acts of one answer share a `step_num`.
 */
export const osworldImporter: RunImporter = {
  mainFile,
  fits: (head) => /^\{[^\n]*"(step_num|screenshot_file)"\s*:/.test(head),
  async read(files, main): Promise<ForeignRun> {
    const { lines, errors, notes } = readLines((await files.text(main)) ?? '', main);
    const again = lines.filter((one, index) => isBegunAgain(lines.slice(index - 1, index), [one])).length;
    if (again > 0)
      notes.push(
        `The task was begun again ${again === 1 ? 'once' : `${again} times`}: the steps of all attempts follow each other.`,
      );
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
  const { lines: all, left } = linesOf(text);
  notes.push(...leftNote(left));
  all.forEach((written, index) => {
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

/** The picture after an act is the model's next input. A restarted task continues in the same file, from step 1. */
function toSteps(lines: readonly Line[], first: string | undefined): readonly ForeignStep[] {
  const groups: Line[][] = [];
  for (const one of lines) {
    const last = groups.at(-1);
    if (last?.[0]?.step_num === one.step_num) last.push(one);
    else groups.push([one]);
  }
  let shown = first;
  return groups.map((together, index) => {
    if (index > 0 && isBegunAgain(groups[index - 1], together)) shown = first;
    const seen = shown;
    shown = together.at(-1)?.screenshot_file ?? shown;
    return toStep(together, seen);
  });
}

function isBegunAgain([before]: readonly Line[] = [], [now]: readonly Line[]): boolean {
  return now !== undefined && before !== undefined && now.step_num < before.step_num;
}

function toStep(together: readonly Line[], seen: string | undefined): ForeignStep {
  const acts = together.flatMap((one, index) => toActs(one, index === 0 ? seen : together[index - 1]?.screenshot_file));
  const [head] = together;
  const endsWithWord = (word: string) =>
    together.some(({ action }) => listOf(action).some((each) => endOf(each) === word));
  const state = endsWithWord('FAIL')
    ? 'FAIL'
    : endsWithWord('DONE') || together.some(({ done }) => done)
      ? 'FINISH'
      : 'CONTINUE';
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

/** Some write all acts of one answer as a list; the picture shows their combined effect. */
function toActs(one: Line, before: string | null | undefined): readonly ForeignAct[] {
  const acts = listOf(one.action).filter((action) => endOf(action) === null);
  return acts.map((action, index) => {
    const isLast = index === acts.length - 1;
    const made = isLast ? one : { ...one, info: null, screenshot_file: null };
    return toAct({ ...made, action }, index === 0 ? before : null);
  });
}

function listOf(action: unknown): readonly unknown[] {
  return Array.isArray(action) ? action : [action];
}

function toAct(one: Line, before: string | null | undefined): ForeignAct {
  const { action, info, screenshot_file: after } = one;
  const { name, given } = actIn(action);
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
  return { action: { function: name, arguments: given }, status, text, target: null, calls: [call] };
}

interface Act {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/**
 * What an act is called and given. Agents that write Python write `pyautogui`; those of OSWorld's `mm_agents` that do not, write
 * objects: `{ action_type: "CLICK", parameters }` (the action space computer_13), `{ name: "computer", input: { action,
 * coordinate }, action_type: "tool_use" }` (Anthropic's), `{ action_space: "pyautogui", action }` and `{ type: "click", x, y }`
 * (OpenAI's), `{ name, arguments }`. What else is in one is kept beside.
 */
function actIn(action: unknown): Act {
  if (typeof action === 'string')
    return named(action, { code: action }) ?? { name: 'pyautogui', given: { code: action } };
  if (!isObject(action)) return { name: 'action', given: { action } };
  const { input, parameters, arguments: args, action: inner, action_type: type, type: kind, name, ...others } = action;
  const rest = without(others, ['action_space']);
  if (isObject(input) && wordIn(input['action']) !== undefined) {
    const { action: made, ...how } = input;
    return { name: String(made), given: { ...rest, ...how } };
  }
  if (typeof inner === 'string' && action['action_space'] === 'pyautogui')
    return { ...actIn(inner), given: { ...rest, code: inner } };
  if (isObject(inner)) return { ...actIn(inner), given: { ...rest, ...actIn(inner).given } };
  const called = wordIn(type === 'tool_use' ? name : type) ?? wordIn(kind) ?? wordIn(name) ?? wordIn(inner) ?? 'action';
  const how = [input, parameters, args].find(isObject);
  return { name: called, given: how ? { ...rest, ...how } : rest };
}

/** Words that are no code. */
function named(action: string, given: Act['given']): Act | null {
  return /^(WAIT|CALL_USER)$/i.test(action) ? { name: action.toLowerCase(), given } : null;
}

/** Whether an act only declares the task's end. */
function endOf(action: unknown): 'DONE' | 'FAIL' | null {
  const word = typeof action === 'string' ? action : isObject(action) ? actIn(action).name : '';
  return /^done$/i.test(word) ? 'DONE' : /^fail$/i.test(word) ? 'FAIL' : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wordIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function without(given: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([key]) => !names.includes(key)));
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
