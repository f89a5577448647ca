import { z } from 'zod';
import { linesOf } from '../../base/text-bounds.ts';

type Json = Readonly<Record<string, unknown>>;

/** What an act was done to. */
export interface UfoTarget {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly type: string;
  /** Left, top, right, bottom in screen pixels; null if the log has none, or ones that are relative to its window. */
  readonly rect: readonly [number, number, number, number] | null;
}

/** One act of a line. */
export interface UfoAct {
  readonly function: string;
  readonly arguments: Json;
  readonly target: UfoTarget | null;
  /** `success`, `failure`, `none` …, in small letters; empty if the log has none. */
  readonly status: string;
  readonly error: string;
  /** What the tool answered. */
  readonly value: unknown;
  /** The server of the tool, as UFO names them; empty before version 3. */
  readonly namespace: string;
}

/** One line of UFO's `response.log`: what one agent did in one step. What a version does not write is empty or null. */
export interface UfoLine {
  /** Counted from 1. */
  readonly line: number;
  readonly version: 'v1' | 'v2' | 'v3' | 'Galaxy';
  /** `HostAgent`, `AppAgent`, `ConstellationAgent` … */
  readonly agentType: string;
  readonly agentName: string;
  /** The title of the window; empty before version 3. */
  readonly window: string;
  readonly request: string;
  readonly subTask: string;
  readonly status: string;
  /** Counted from 0. */
  readonly round: number;
  /** Counted from 0 over all agents, as pictures are named by it. */
  readonly step: number | null;
  readonly acts: readonly UfoAct[];
  readonly result: string;
  readonly error: string;
  /** US dollars. */
  readonly cost: number | null;
  /** By phase. */
  readonly seconds: Readonly<Record<string, number>>;
  /** In the model's words; UFO 3 does not write them. */
  readonly reply: {
    readonly observation: string;
    readonly thought: string;
    readonly plan: readonly string[];
    readonly comment: string;
    readonly message: readonly string[];
    readonly questions: readonly string[];
    readonly bash: string;
  };
  /** Whether a person allowed it; null if nobody was asked. */
  readonly confirmed: boolean | null;
  /** Names of pictures without their folders: the folder may be anywhere by now. */
  readonly pictures: Readonly<Record<'clean' | 'annotated' | 'selected' | 'desktop', string>>;
  /** Of Galaxy: the graph of tasks after the step, and before it. */
  readonly constellation: unknown;
}

export interface UfoLog {
  readonly lines: readonly UfoLine[];
  /** What is no line of UFO's, by its number. */
  readonly broken: readonly { readonly line: number; readonly text: string }[];
  /** Lines that were not read, because there are too many. */
  readonly left: number;
}

/**
 * Reads a `response.log`, whichever version of UFO wrote it. Half-written logs give the lines that are whole.
 *
 * Sources: `ufo/agents/processors/` of microsoft/UFO at v1.2.1, v2.0.0 and 3.0.7, and `galaxy/agents/processors/processor_context.py`.
 * Versions 1 and 2 write names in camel case; version 1 has one act a line, its name beside the rest.
 */
export function readUfoLog(text: string): UfoLog {
  const lines: UfoLine[] = [];
  const broken: { line: number; text: string }[] = [];
  const { lines: all, left } = linesOf(text);
  all.forEach((written, index) => {
    if (written.trim() === '') return;
    const read = parseObject(written);
    if (read) lines.push(toLine(read, index + 1));
    else broken.push({ line: index + 1, text: written });
  });
  return { lines, broken, left };
}

/** Whether text begins as a line of UFO's does, which reports which agent it is of. */
export function isUfoLine(start: string): boolean {
  return start.startsWith('{') && /"(agent_type|AgentName|agent_step|RoundStep)"\s*:/.test(start);
}

function toLine(read: Json, line: number): UfoLine {
  const agentType = logText(first(read, 'agent_type', 'Agent'));
  return {
    line,
    version: versionOf(read, agentType),
    agentType,
    agentName: logText(first(read, 'agent_name', 'AgentName')) || agentType,
    window: logText(read['application_process_name']),
    request: logText(first(read, 'request', 'Request')),
    subTask: logText(first(read, 'subtask', 'Subtask', 'current_subtask', 'CurrentSubtask', 'Current Sub-Task')),
    status: logText(first(read, 'status', 'Status')).toUpperCase(),
    round: numberOf(first(read, 'round_num', 'Round')) ?? 0,
    step: numberOf(first(read, 'session_step', 'Step')),
    acts: actsOf(read),
    result: logText(first(read, 'result', 'Result')),
    error: logText(first(read, 'last_error', 'error')),
    cost: numberOf(first(read, 'llm_cost', 'cost', 'Cost')),
    seconds: secondsOf(first(read, 'execution_times', 'time_cost')),
    reply: {
      observation: logText(first(read, 'observation', 'Observation')),
      thought: logText(first(read, 'thought', 'Thought')),
      plan: textsOf(first(read, 'plan', 'Plan')),
      comment: logText(first(read, 'comment', 'Comment')),
      message: textsOf(first(read, 'message', 'Message')),
      questions: textsOf(first(read, 'questions', 'Questions')),
      bash: logText(read['Bash']),
    },
    confirmed: { yes: true, no: false }[logText(read['UserConfirm']).toLowerCase()] ?? null,
    pictures: {
      clean: nameOf(first(read, 'clean_screenshot_path', 'CleanScreenshot')),
      annotated: nameOf(first(read, 'annotated_screenshot_path', 'AnnotatedScreenshot')),
      selected: nameOf(first(read, 'selected_control_screenshot_path', 'SelectedControlScreenshot')),
      desktop: nameOf(first(read, 'desktop_screenshot_path', 'DesktopCleanScreenshot')),
    },
    constellation: first(read, 'constellation_after', 'constellation_before'),
  };
}

function versionOf(read: Json, agentType: string): UfoLine['version'] {
  if (agentType === 'ConstellationAgent') return 'Galaxy';
  if ('agent_type' in read || 'action' in read) return 'v3';
  return Array.isArray(read['Action']) ? 'v2' : 'v1';
}

function actsOf(read: Json): readonly UfoAct[] {
  const listed = first(read, 'action', 'Action');
  const acts = Array.isArray(listed) ? listed.flatMap((one) => (isObject(one) ? [toAct(one)] : [])) : [toAct(read)];
  return acts.filter(({ function: name }) => name !== '' && name !== 'no_action');
}

function toAct(read: Json): UfoAct {
  const results = first(read, 'result', 'Results');
  const result: Json = isObject(results) ? results : { result: results };
  return {
    function: logText(first(read, 'function', 'Function')),
    arguments: argumentsOf(first(read, 'arguments', 'Args')),
    target: targetOf(read),
    status: logText(result['status']).toLowerCase().replace(/^.*\./, ''),
    error: logText(first(result, 'error', 'traceback')),
    value: first(result, 'result', 'return_value'),
    namespace: logText(result['namespace']),
  };
}

const ltrb = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()]);

function targetOf(read: Json): UfoTarget | null {
  const { target } = read;
  if (isObject(target)) {
    const word = (name: string) => logText(target[name]);
    return {
      kind: word('kind').toLowerCase().replace(/^.*\./, ''),
      name: word('name'),
      id: word('id'),
      type: word('type'),
      rect: ltrb.safeParse(target['rect']).data ?? null,
    };
  }
  const [name, id] = [logText(read['ControlText']), logText(read['ControlLabel'])];
  return name === '' && id === '' ? null : { kind: 'control', name, id, type: '', rect: null };
}

function secondsOf(value: unknown): Record<string, number> {
  if (!isObject(value)) return {};
  const numbers = Object.entries(value).filter(([, seconds]) => typeof seconds === 'number' && seconds >= 0);
  return Object.fromEntries(numbers) as Record<string, number>;
}

/** Version 1 wrote some arguments as a list. */
function argumentsOf(value: unknown): Json {
  if (isObject(value)) return value;
  return value === undefined || value === '' ? {} : { arguments: value };
}

/** Paths are those of the machine that wrote the log. */
function nameOf(value: unknown): string {
  return logText(value).replace(/^.*[\\/]/, '');
}

function first(of: Json, ...names: readonly string[]): unknown {
  return names.map((name) => of[name]).find((value) => value !== undefined && value !== null);
}

function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(logText).filter((text) => text !== '');
  return logText(value) === '' ? [] : [logText(value)];
}

export function logText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function parseObject(written: string): Json | null {
  try {
    const value: unknown = JSON.parse(written);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
