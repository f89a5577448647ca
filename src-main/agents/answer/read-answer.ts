import {
  agentStates,
  type AgentAnswer,
  type AgentKind,
  type AgentState,
  type PlannedAction,
} from '#contract/model/agents/agent';
import { quoted } from '#contract/foreign-text';

/** An answer, or a sentence for the model that explains why it is invalid. */
export type ReadAnswer = { readonly answer: AgentAnswer } | { readonly problem: string };

class Unreadable extends Error {}

/**
 * Parses a model's answer in any of UFO's dialects: fields of version 3 (`current_subtask`, `action`), of version 2
 * (`ControlLabel`, `Function`, `Args`) or of its documents (`Current Sub-Task`, `Bash`); names in any case.
 */
export function readAnswer(kind: AgentKind, text: string): ReadAnswer {
  try {
    const value = jsonIn(text);
    if (value === null)
      throw new Unreadable('The answer is no JSON object. Answer with one JSON object and nothing else.');
    return { answer: kind === 'HostAgent' ? hostAnswer(fieldsOf(value)) : appAnswer(fieldsOf(value)) };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message };
    throw error;
  }
}

const hostStatuses: readonly AgentState[] = agentStates;
const appStatuses: readonly AgentState[] = agentStates.filter((state) => state !== 'ASSIGN');

function hostAnswer(fields: Fields): AgentAnswer {
  const status = statusIn(answerText(fields.status), hostStatuses);
  const action = actionIn(fields) ?? windowIn(fields);
  if (status === 'ASSIGN' && !action) {
    throw new Unreadable('ASSIGN needs a window: give "function": "select_application_window" with its id and name.');
  }
  return { ...commonOf(fields), status, actions: action ? [action] : [] };
}

function appAnswer(fields: Fields): AgentAnswer {
  const given = Array.isArray(fields.action)
    ? (fields.action as readonly unknown[])
    : [fields.action ?? fields.actions];
  const items = given.flat().flatMap((one) => (isObject(one) ? [fieldsOf(one)] : []));
  const own = actionIn(fields);
  const actions = items.length > 0 ? items.flatMap((item) => actionIn(item) ?? []) : own ? [own] : [];
  const statuses = [answerText(fields.status), ...items.map((item) => answerText(item.status)).reverse()].find(Boolean);
  const status = statuses === undefined && actions.length > 0 ? 'CONTINUE' : statusIn(statuses ?? '', appStatuses);
  return { ...commonOf(fields), status, actions };
}

function commonOf(fields: Fields): Omit<AgentAnswer, 'status' | 'actions'> {
  return {
    observation: answerText(fields.observation),
    thought: answerText(fields.thought),
    plan: [...listOf(fields.plan)],
    dependencies: dependenciesIn(fields.dependencies),
    comment: answerText(fields.comment),
    questions: [...listOf(fields.questions)],
    message: [...listOf(fields.message)],
    subTask: answerText(fields.subtask),
    bash: answerText(fields.bash),
    result: answerText(fields.result),
    evidence: evidenceIn(fields.evidence),
  };
}

function statusIn(statuses: string, allowed: readonly AgentState[]): AgentState {
  const status = statuses.trim().toUpperCase();
  if (allowed.includes(status as AgentState)) return status as AgentState;
  const what = statuses === '' ? 'There is no "status".' : `${quoted(statuses)} is no status here.`;
  throw new Unreadable(`${what} Use one of ${allowed.join(', ')}.`);
}

/** In version 2 the control is beside the arguments. */
function actionIn(fields: Fields): PlannedAction | null {
  const name = answerText(fields.function);
  if (name === '' || name === 'no_action') return null;
  const given = typeof fields.arguments === 'string' ? jsonIn(fields.arguments) : fields.arguments;
  if (given !== undefined && given !== null && !isObject(given)) {
    throw new Unreadable(`The "arguments" of ${quoted(name)} must be an object.`);
  }
  const control = controlIn(fields);
  return { function: name, arguments: { ...control, ...given } };
}

/** The window that an answer in the documents' form names: its only information about the call. */
function windowIn(fields: Fields): PlannedAction | null {
  const control = controlIn(fields);
  return 'id' in control ? { function: 'select_application_window', arguments: control } : null;
}

function controlIn(fields: Fields): Readonly<Record<string, string>> {
  const id = answerText(fields.controllabel);
  const name = answerText(fields.controltext);
  return id === '' ? {} : { id, name };
}

function dependenciesIn(given: unknown): AgentAnswer['dependencies'] {
  const all = Array.isArray(given) ? (given as readonly unknown[]) : [];
  return all.flatMap((one) => {
    if (!isObject(one)) return [];
    const { subtask, after } = fieldsOf(one);
    const text = answerText(subtask).trim();
    return text === '' ? [] : [{ subTask: text, after: [...listOf(after)] }];
  });
}

function evidenceIn(given: unknown): AgentAnswer['evidence'] {
  const all = Array.isArray(given) ? (given as readonly unknown[]) : [given];
  return all.flatMap((one) => {
    if (!isObject(one)) return [];
    const { window, text } = one as Readonly<Record<string, unknown>>;
    return typeof text === 'string' && text.trim() !== '' ? [{ window: answerText(window), text }] : [];
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Maximum number of completions to try: beyond that, the answer is invalid, and each try parses all of it. */
const mostEnds = 50;

/**
 * The JSON object in a text: alone, in a fence, or among other words. Null if there is none. Models add sentences
 * around it, and local ones omit its end.
 */
function jsonIn(text: string): object | null {
  const from = text.indexOf('{');
  if (from < 0) return null;
  let to = text.lastIndexOf('}');
  for (let tried = 0; to > from && tried < mostEnds; tried++, to = text.lastIndexOf('}', to - 1)) {
    const value = parse(text.slice(from, to + 1));
    if (value) return value;
  }
  return null;
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Aliases of the same field in UFO's versions and documents; letters only, in lower case. */
const fieldAliases: Readonly<Record<string, string>> = {
  currentsubtask: 'subtask',
  dependson: 'after',
  args: 'arguments',
  parameters: 'arguments',
  question: 'questions',
  messages: 'message',
};

/** The fields of an answer, under one name each; not validated yet. */
type Fields = Readonly<Partial<Record<FieldName, unknown>>>;

type FieldName =
  | 'observation'
  | 'thought'
  | 'plan'
  | 'dependencies'
  | 'after'
  | 'comment'
  | 'status'
  | 'function'
  | 'arguments'
  | 'action'
  | 'actions'
  | 'questions'
  | 'message'
  | 'subtask'
  | 'bash'
  | 'result'
  | 'evidence'
  | 'controllabel'
  | 'controltext';

function fieldsOf(value: object): Fields {
  const fields: Record<string, unknown> = {};
  for (const [name, content] of Object.entries(value)) {
    const plain = name.toLowerCase().replace(/[^a-z]/g, '');
    fields[fieldAliases[plain] ?? plain] ??= content;
  }
  return fields;
}

/** Numbers and objects become JSON: models return results of any shape. */
function answerText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(answerText).join('\n');
  return JSON.stringify(value);
}

/** A text is split into lines. */
function listOf(value: unknown): readonly string[] {
  const all = Array.isArray(value) ? value.map(answerText) : answerText(value).split('\n');
  return all.map((one) => one.trim()).filter((one) => one !== '');
}
