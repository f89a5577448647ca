import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { mostRunSteps } from '../../base/text-bounds.ts';
import {
  atifActExtra,
  atifRequest,
  atifRunExtra,
  atifShown,
  atifStepExtra,
  atifTrajectory,
  ownExtra,
  type AtifContent,
  type AtifPart,
  type AtifStep,
  type AtifTrajectory,
} from '../formats/atif.ts';
import { answerWith, type ForeignAct, type ForeignPicture, type ForeignRun } from './importer.ts';
import type { ForeignStep, RunImporter } from './importer.ts';

const mainFile = 'trajectory.json';

/** A trajectory in ATIF, Harbor's format, with its pictures beside it. Our own exports are imported without loss. */
export const atifImporter: RunImporter = {
  mainFile,
  fits: (head) => /^\{[\s\S]*?"schema_version"\s*:\s*"ATIF-/.test(head),
  async read(files, main): Promise<ForeignRun> {
    const { document, left, unread } = parse((await files.text(main)) ?? '', main);
    const { steps, requests, further } = toSteps(document);
    const own = atifRunExtra.safeParse(document.extra?.[ownExtra]).data;
    return {
      format: document.schema_version.replace('-', ' '),
      title: own?.title ?? requests.get(1)?.split('\n')[0] ?? files.name,
      started: timeOf(document.steps.find(({ timestamp }) => timestamp)?.timestamp),
      requests,
      steps,
      last: further,
      outcome: own ? own.outcome : { status: 'ended', text: '' },
      lacks: own ? ['trees of windows', 'what else passed between agents'] : lacking,
      notes: [...(left > 0 ? [`The last ${left} steps are left out.`] : []), ...notesOf(document, unread)],
      original: main,
    };
  },
};

const lacking = [
  'whether calls failed, and who allowed them',
  'how long calls took',
  'in what state each step left its agent',
  'how it ended',
];

/** A model's input and answer: about two for each step of a run. */
const mostAtifSteps = 2 * mostRunSteps;

/** @throws AppError `invalid_parameter` naming the field */
function parse(
  text: string,
  main: string,
): { readonly document: AtifTrajectory; readonly left: number; readonly unread: readonly string[] } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new AppError('invalid_parameter', `${main} is no whole JSON document.`, { cause });
  }
  const { steps } = Object(value) as { steps?: unknown };
  const left = Array.isArray(steps) ? Math.max(0, steps.length - mostAtifSteps) : 0;
  if (Array.isArray(steps)) steps.length -= left;
  const parsed = atifTrajectory.safeParse(value);
  if (parsed.success) return { document: parsed.data, left, unread: [...unreadIn(value, parsed.data)] };
  const [issue] = parsed.error.issues;
  throw new AppError(
    'invalid_parameter',
    `${main}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`,
    {
      hint: 'Versions 1.0 to 1.7 of ATIF are read.',
    },
  );
}

/** Fields that a document has and that nothing is made of, each once, by its way: `steps.metrics.logprobs`. */
function unreadIn(given: unknown, read: unknown, way: readonly string[] = []): ReadonlySet<string> {
  if (Array.isArray(given)) {
    const items = given.map((item, index) => unreadIn(item, Array.isArray(read) ? read[index] : undefined, way));
    return new Set(items.flatMap((found) => [...found]));
  }
  // Arguments and results of tools are kept unchanged.
  if (!isObject(given) || way.at(-1) === 'arguments' || way.at(-1) === 'subagent_trajectories') return new Set();
  const fields = Object.entries(given).filter(([, value]) => value !== null);
  return new Set(
    fields.flatMap(([name, value]) => {
      const below = [...way, name];
      if (way.at(-1) === 'extra') return name === ownExtra ? [] : [way.join('.')];
      if (!isObject(read) || !Object.hasOwn(read, name)) return [below.join('.')];
      return [...unreadIn(value, read[name], below)];
    }),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toSteps(document: AtifTrajectory) {
  const requests = new Map<number, string>();
  const steps: ForeignStep[] = [];
  let shown: AtifStep[] = [];
  let further: readonly ForeignPicture[] = [];
  for (const step of document.steps) {
    if (step.source === 'user') {
      const { round = requests.size + 1 } = atifRequest.safeParse(step.extra?.[ownExtra]).data ?? {};
      requests.set(round, atifText(step.message));
    }
    if (step.source !== 'agent') shown.push(step);
    else {
      const made = toStep(step, shown, document, Math.max(1, requests.size));
      steps.push({ ...made, pictures: [...further, ...made.pictures] });
      shown = [];
      further = furtherPictures(step);
    }
  }
  return { steps, requests, further };
}

/** Pictures without a call, or beside the one of the result: the model sees them next. */
function furtherPictures(step: AtifStep): readonly ForeignPicture[] {
  const { byCall, others } = resultsOf(step);
  return [
    ...picturesIn(step.message),
    ...[...byCall.values()].flatMap(({ content }) => picturesIn(content).slice(1)),
    ...others.flatMap(({ content }) => picturesIn(content)),
  ];
}

/** A model's input is in the system and user steps before its own. */
function toStep(step: AtifStep, shown: readonly AtifStep[], document: AtifTrajectory, round: number): ForeignStep {
  const own = atifStepExtra.safeParse(step.extra?.[ownExtra]).data;
  const raw = atifText(step.message);
  const { byCall, others } = resultsOf(step);
  const acts = actsOf(step, byCall);
  const thought = step.reasoning_content ?? '';
  // Copied context was counted in its original run.
  const metrics = step.is_copied_context ? null : step.metrics;
  return {
    at: timeOf(step.timestamp),
    agent: own ? own.agent : { kind: 'AppAgent', name: document.agent.name },
    round: own?.round ?? round,
    subTask: own?.sub_task,
    pictures: shown.flatMap((one) => [
      ...picturesIn(one.message, one.extra?.[ownExtra]),
      ...resultsIn(one).flatMap(({ content }) => picturesIn(content)),
    ]),
    controls: own?.controls,
    prompt: shown.flatMap(promptOf).join('\n\n'),
    raw,
    model: step.model_name ?? document.agent.model_name ?? '',
    answer: own
      ? own.answer
      : answerWith('CONTINUE', {
          observation: others.map(({ content }) => atifText(content)).join('\n'),
          thought,
          comment: raw,
          actions: acts.map(({ action }) => action),
        }),
    problem: own?.problem ?? '',
    usage: metrics
      ? {
          inputTokens: metrics.prompt_tokens ?? 0,
          outputTokens: metrics.completion_tokens ?? 0,
          cost: metrics.cost_usd ?? null,
        }
      : null,
    attempts: step.llm_call_count ?? null,
    acts,
    elapsedMs: own?.elapsed_ms ?? {},
    state: own?.state ?? null,
  };
}

/** A request is reported in its round; results of system and user acts stay with it. */
function promptOf(step: AtifStep): readonly string[] {
  const results = resultsIn(step).map(({ content }) => atifText(content));
  return [...(step.source === 'system' ? [atifText(step.message)] : []), ...results].filter((text) => text !== '');
}

type Result = NonNullable<AtifStep['observation']>['results'][number];

function resultsIn({ observation }: AtifStep): readonly Result[] {
  return observation?.results ?? [];
}

/**
 * The results of each call of a step. A result without a call's name belongs to the only call; with several calls, or
 * none, it is ambiguous and stays with the step.
 */
function resultsOf(step: AtifStep): {
  readonly byCall: ReadonlyMap<string, Result>;
  readonly others: readonly Result[];
} {
  const calls = new Set((step.tool_calls ?? []).map(({ tool_call_id: id }) => id));
  const [only] = calls;
  const byCall = new Map<string, Result & { readonly content: AtifPart[] }>();
  const others: Result[] = [];
  for (const result of resultsIn(step)) {
    const named = result.source_call_id ?? (calls.size === 1 ? only : undefined);
    if (named === undefined || !calls.has(named)) others.push(result);
    else addTo(byCall, named, result);
  }
  return { byCall, others };
}

function addTo(results: Map<string, Result & { readonly content: AtifPart[] }>, id: string, result: Result): void {
  const known = results.get(id);
  if (known) known.content.push(...partsOf(result.content));
  else results.set(id, { ...result, content: [...partsOf(result.content)] });
}

function partsOf(content: AtifContent | null | undefined): readonly AtifPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
}

function actsOf(
  { tool_calls: asked, is_copied_context: isCopied }: AtifStep,
  results: ReadonlyMap<string, Result>,
): readonly ForeignAct[] {
  return (asked ?? []).map(({ tool_call_id: id, function_name: name, arguments: given }): ForeignAct => {
    const result = results.get(id);
    const text = atifText(result?.content);
    const action = { function: name, arguments: given };
    const own = atifActExtra.safeParse(result?.extra?.[ownExtra]).data;
    if (own) {
      const calls = own.calls.map(({ elapsed_ms: elapsedMs, decided_by: decidedBy, before, after, ...call }) => ({
        ...call,
        elapsedMs,
        decidedBy,
        before: before && { ...before, label: 'before' },
        after: after && { ...after, label: 'after' },
      }));
      return { action, status: own.status, text, target: own.target, calls };
    }
    const [after] = picturesIn(result?.content);
    const copied = isCopied && { decidedBy: 'copied from an earlier run' };
    const call = { tool: name, parameters: given, text, error: null, elapsedMs: null, after, ...copied };
    return { action, status: 'none', text, target: null, calls: result ? [call] : [] };
  });
}

function atifText(content: AtifContent | null | undefined): string {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap(({ text }) => text ?? []).join('\n');
}

/** @param labels of pictures, by their paths */
function picturesIn(content: AtifContent | null | undefined, own?: unknown): readonly ForeignPicture[] {
  const parts = typeof content === 'string' ? [] : (content ?? []);
  const reported = atifShown.safeParse(own).data?.pictures ?? [];
  return parts
    .flatMap(({ source }) => (source ? [source.path] : []))
    .map((file, index) => ({ file, label: 'Shown', ...reported[index] }));
}

/** Data of the document that our runs cannot hold. */
function notesOf(document: AtifTrajectory, unread: readonly string[]): readonly string[] {
  const { subagent_trajectories: inside, steps, continued_trajectory_ref: next, notes } = document;
  const addresses = steps
    .flatMap((step) => [step.message, ...resultsIn(step).map((result) => result.content)])
    .flatMap((content) => picturesIn(content))
    .filter(({ file }) => /^[a-z]+:\/\//i.test(file));
  const copied = steps.filter(({ is_copied_context: isCopied }) => isCopied).map(({ step_id: id }) => id);
  return [
    ...(copied.length > 0 ? [`Context copied from an earlier run: ${stepsInWords(copied)}.`] : []),
    ...(next ? [`The run goes on in ${quoted(next)}, which is a run of its own here.`] : []),
    ...steps.flatMap(otherAgents),
    ...(inside && inside.length > 0 ? [`${inside.length} runs of further agents are in the original only.`] : []),
    ...totalsOf(document),
    ...(addresses.length > 0 ? [`${addresses.length} pictures are elsewhere and were not fetched.`] : []),
    ...(notes ? [`Its own notes: ${notes}`] : []),
    ...(unread.length > 0 ? [`In the original only: ${unread.join(', ')}.`] : []),
  ];
}

function stepsInWords(ids: readonly number[]): string {
  const [first, last] = [ids[0] ?? 0, ids.at(-1) ?? 0];
  if (ids.length === 1) return `step ${first} of the file`;
  if (last - first === ids.length - 1) return `steps ${first} to ${last} of the file`;
  return `${ids.length} steps of the file, from ${first} to ${last}`;
}

function otherAgents(step: AtifStep): readonly string[] {
  const refs = resultsIn(step).flatMap(({ subagent_trajectory_ref: ref }) => ref ?? []);
  return refs.map(({ trajectory_path: file, trajectory_id: id, session_id: session }) => {
    const where = [file, id, session].find(Boolean);
    return `Step ${step.step_id} of the file: the run of a further agent is ${where ? `in ${quoted(where)}` : 'elsewhere'}, and not taken over.`;
  });
}

/** The file's own totals, if its steps add up to something else: agents call models outside steps, too. */
function totalsOf({ final_metrics: totals, steps }: AtifTrajectory): readonly string[] {
  if (!totals) return [];
  const counted = steps.flatMap(({ metrics, is_copied_context: isCopied }) => (metrics && !isCopied ? [metrics] : []));
  const sum = (values: readonly (number | null | undefined)[]) =>
    values.reduce<number>((all, one) => all + (one ?? 0), 0);
  const {
    total_prompt_tokens: input,
    total_completion_tokens: output,
    total_cost_usd: cost,
    total_steps: count,
  } = totals;
  const own = {
    input: sum(counted.map((one) => one.prompt_tokens)),
    output: sum(counted.map((one) => one.completion_tokens)),
  };
  const ownCost = sum(counted.map((one) => one.cost_usd));
  const same =
    (input ?? own.input) === own.input &&
    (output ?? own.output) === own.output &&
    Math.abs((cost ?? ownCost) - ownCost) < 1e-9 &&
    (count ?? steps.length) === steps.length;
  if (same) return [];
  const messages = [
    ...(input != null || output != null
      ? [`${number(sum([input, output]))} tokens (${number(input ?? 0)} in, ${number(output ?? 0)} out)`]
      : []),
    ...(cost != null ? [`$${cost}`] : []),
    ...(count != null ? [`${count} steps`] : []),
  ];
  const added = `${number(own.input + own.output)} tokens and $${Number(ownCost.toFixed(6))}`;
  return [`The file itself counts ${messages.join(', ')}; its steps add up to ${added}.`];
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function timeOf(timestamp: string | null | undefined): number | null {
  const time = Date.parse(timestamp ?? '');
  return Number.isNaN(time) ? null : time;
}
