import { AppError } from '#contract/errors';
import {
  atifActExtra,
  atifRequest,
  atifRunExtra,
  atifShown,
  atifStepExtra,
  atifTrajectory,
  ownExtra,
  type AtifContent,
  type AtifStep,
  type AtifTrajectory,
} from '../formats/atif.ts';
import { answerWith, type ForeignAct, type ForeignPicture, type ForeignRun } from './importer.ts';
import type { ForeignStep, RunImporter } from './importer.ts';

const mainFile = 'trajectory.json';

/** A trajectory in ATIF, the format of Harbor, with its pictures beside it. What was exported from here comes back whole. */
export const atifImporter: RunImporter = {
  mainFile,
  fits: (head) => /^\{[\s\S]{0,400}?"schema_version"\s*:\s*"ATIF-/.test(head),
  async read(files, main): Promise<ForeignRun> {
    const document = parse((await files.text(main)) ?? '', main);
    const { steps, requests } = toSteps(document);
    const own = atifRunExtra.safeParse(document.extra?.[ownExtra]).data;
    return {
      format: document.schema_version.replace('-', ' '),
      title: own?.title ?? requests.get(1)?.split('\n')[0] ?? files.name,
      started: timeOf(document.steps.find(({ timestamp }) => timestamp)?.timestamp),
      requests,
      steps,
      last: [],
      outcome: own ? own.outcome : { status: 'ended', text: '' },
      lacks: own ? ['trees of windows', 'what else passed between agents'] : lacking,
      notes: notesOf(document),
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

/** @throws AppError `invalid_parameter` naming the field */
function parse(text: string, main: string): AtifTrajectory {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_parameter', `${main} is no whole JSON document.`, { cause });
  }
  const parsed = atifTrajectory.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError(
    'invalid_parameter',
    `${main}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`,
    {
      hint: 'Versions 1.0 to 1.7 of ATIF are read.',
    },
  );
}

function toSteps(document: AtifTrajectory) {
  const requests = new Map<number, string>();
  const steps: ForeignStep[] = [];
  let shown: AtifStep[] = [];
  for (const step of document.steps) {
    if (step.source === 'user') {
      const { round = requests.size + 1 } = atifRequest.safeParse(step.extra?.[ownExtra]).data ?? {};
      requests.set(round, textOf(step.message));
    }
    if (step.source !== 'agent') shown.push(step);
    else {
      steps.push(toStep(step, shown, document, Math.max(1, requests.size)));
      shown = [];
    }
  }
  return { steps, requests };
}

/** What a model is shown stands in the steps of system and user before its own. */
function toStep(step: AtifStep, shown: readonly AtifStep[], document: AtifTrajectory, round: number): ForeignStep {
  const own = atifStepExtra.safeParse(step.extra?.[ownExtra]).data;
  const raw = textOf(step.message);
  const acts = actsOf(step);
  const thought = step.reasoning_content ?? '';
  const { metrics } = step;
  return {
    at: timeOf(step.timestamp),
    agent: own ? own.agent : { kind: 'AppAgent', name: document.agent.name },
    round: own?.round ?? round,
    subTask: own?.sub_task,
    pictures: shown.flatMap(({ message, extra }) => picturesIn(message, extra?.[ownExtra])),
    controls: own?.controls,
    prompt: shown
      .filter(({ source }) => source === 'system')
      .map(({ message }) => textOf(message))
      .join('\n\n'),
    raw,
    model: step.model_name ?? document.agent.model_name ?? '',
    answer: own
      ? own.answer
      : answerWith('CONTINUE', { thought, comment: raw, actions: acts.map(({ action }) => action) }),
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

function actsOf({ tool_calls: asked, observation }: AtifStep): readonly ForeignAct[] {
  const results = observation?.results ?? [];
  return (asked ?? []).map(({ tool_call_id: id, function_name: name, arguments: given }): ForeignAct => {
    const result = results.find(({ source_call_id: source }) => source === id);
    const text = textOf(result?.content);
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
    const call = { tool: name, parameters: given, text, error: null, elapsedMs: null, after };
    return { action, status: 'none', text, target: null, calls: result ? [call] : [] };
  });
}

function textOf(content: AtifContent | null | undefined): string {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap(({ text }) => text ?? []).join('\n');
}

/** @param labels of pictures, by their paths */
function picturesIn(content: AtifContent | null | undefined, own?: unknown): readonly ForeignPicture[] {
  const parts = typeof content === 'string' ? [] : (content ?? []);
  const told = atifShown.safeParse(own).data?.pictures ?? [];
  return parts
    .flatMap(({ source }) => (source ? [source.path] : []))
    .map((file, index) => ({ file, label: 'Shown', ...told[index] }));
}

function notesOf({ subagent_trajectories: others, steps }: AtifTrajectory): readonly string[] {
  const addresses = steps
    .flatMap(({ message, observation }) => [message, ...(observation?.results ?? []).map((result) => result.content)])
    .flatMap((content) => picturesIn(content))
    .filter(({ file }) => /^[a-z]+:\/\//i.test(file));
  return [
    ...(others && others.length > 0 ? [`${others.length} runs of further agents are in the original only.`] : []),
    ...(addresses.length > 0 ? [`${addresses.length} pictures are elsewhere and were not fetched.`] : []),
  ];
}

function timeOf(timestamp: string | null | undefined): number | null {
  const time = Date.parse(timestamp ?? '');
  return Number.isNaN(time) ? null : time;
}
