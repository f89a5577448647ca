import type { AgentEventOf } from '#contract/model/agents/agent';
import type { TracedPicture } from '#contract/model/runs/trace';
import {
  atifVersion,
  ownExtra,
  type AtifActExtra,
  type AtifContent,
  type AtifRunExtra,
  type AtifShown,
  type AtifStep,
  type AtifStepExtra,
  type AtifTrajectory,
} from '../formats/atif.ts';
import type { ExportedRun, RunExporter } from './exporter.ts';
import {
  readText,
  wholeParameters,
  wholeText,
  wholeRun,
  type RunItem,
  type WholeCall,
  type WholeStep,
} from './whole-run.ts';

/** A trajectory in ATIF 1.7 and its pictures. Data without a field in ATIF goes to `extra.deskscope`. */
export const atifExporter: RunExporter = {
  id: 'atif',
  label: 'ATIF 1.7',
  extension: 'json',
  async *files(run, { version }) {
    const writer = new AtifWriter(run);
    const steps: AtifStep[] = [];
    for (const item of wholeRun(run.events)) steps.push(...(await writer.stepsOf(item)));
    yield { name: 'trajectory.json', content: `${JSON.stringify(toDocument(run, version, steps), null, 2)}\n` };
    for (const blob of writer.pictures) {
      const bytes = await run.blob(blob);
      if (bytes) yield { name: pathOf(blob), content: bytes };
    }
  },
};

function toDocument({ about }: ExportedRun, version: string, steps: readonly AtifStep[]): AtifTrajectory {
  const own: AtifRunExtra = { title: about.title, kind: about.kind ?? 'app', outcome: about.outcome ?? null };
  const empty: AtifStep = { step_id: 1, source: 'user', message: about.title };
  const numbered = (steps.length > 0 ? steps : [empty]).map((step, index) => ({ ...step, step_id: index + 1 }));
  const sum = (of: 'prompt_tokens' | 'completion_tokens' | 'cost_usd') =>
    numbered.reduce((all, { metrics }) => all + (metrics?.[of] ?? 0), 0);
  return {
    schema_version: atifVersion,
    session_id: about.run,
    trajectory_id: about.run,
    agent: { name: 'deskscope', version },
    steps: numbered,
    final_metrics: {
      total_prompt_tokens: sum('prompt_tokens'),
      total_completion_tokens: sum('completion_tokens'),
      ...(numbered.some(({ metrics }) => metrics?.cost_usd !== undefined) && { total_cost_usd: sum('cost_usd') }),
      total_steps: numbered.length,
    },
    extra: { [ownExtra]: own },
  };
}

type Draft = Omit<AtifStep, 'step_id'>;

class AtifWriter {
  readonly pictures = new Set<string>();
  readonly #run: ExportedRun;

  constructor(run: ExportedRun) {
    this.#run = run;
  }

  async stepsOf(item: RunItem): Promise<readonly AtifStep[]> {
    const timestamp = new Date(item.from).toISOString();
    const drafts = await this.#draftsOf(item);
    return drafts.map((draft) => ({ step_id: 1, timestamp, ...draft }));
  }

  async #draftsOf(item: RunItem): Promise<readonly Draft[]> {
    if (item.kind === 'round') {
      const { request, round } = item.round;
      return [{ source: 'user', message: request, extra: { [ownExtra]: { round } } }];
    }
    if (item.kind === 'call') return [await this.#callAlone(item)];
    return [...(await this.#shown(item)), await this.#agentStep(item)];
  }

  /** The model's input comes before its answer. */
  async #shown({ saw, asked }: WholeStep): Promise<readonly Draft[]> {
    const prompt = asked.at(-1)?.event.prompt;
    const text = prompt === undefined ? '' : await readText(this.#run, prompt);
    const pictures = saw?.pictures ?? [];
    if (text === '' && pictures.length === 0) return [];
    const own: AtifShown = { pictures: pictures.map(({ label, bounds }) => ({ label, bounds })) };
    return [{ source: 'system', message: this.#content(text, pictures), extra: { [ownExtra]: own } }];
  }

  async #agentStep(step: WholeStep): Promise<Draft> {
    const { agent, round, subTask } = step.step;
    const last = step.answered.at(-1)?.event;
    const answer = step.answered.flatMap(({ event }) => event.answer ?? []).at(-1) ?? null;
    const controls = step.saw?.controls;
    const own: AtifStepExtra = {
      agent,
      round,
      ...(subTask !== undefined && { sub_task: subTask }),
      answer,
      problem: last?.problem ?? '',
      state: step.state,
      elapsed_ms: step.elapsedMs,
      ...(controls && {
        controls: { text: await readText(this.#run, controls), count: step.saw.controlCount },
      }),
    };
    const model = step.asked.at(-1)?.event.model;
    const metrics = metricsOf(step);
    return {
      source: 'agent',
      ...(model && { model_name: model }),
      message: last?.raw === undefined ? '' : await readText(this.#run, last.raw),
      ...(answer?.thought && { reasoning_content: answer.thought }),
      ...(await this.#acts(step)),
      ...(metrics && { metrics }),
      ...(step.asked.length > 0 && { llm_call_count: Math.max(...step.asked.map(({ event }) => event.attempt)) }),
      extra: { [ownExtra]: own },
    };
  }

  async #acts({ acted, step, calls }: WholeStep): Promise<Pick<AtifStep, 'tool_calls' | 'observation'>> {
    if (acted.length === 0) return {};
    const made = acted.map((act, index) => ({
      id: `step-${step.step}-${index + 1}`,
      act,
      calls: act.calls.flatMap((number) => calls.get(number) ?? []),
    }));
    const results = [];
    for (const { id, act, calls: own } of made)
      results.push(await this.#result(id, act.text, own, act.status, act.target ?? null));
    return {
      tool_calls: made.map(({ id, act: { action } }) => toolCall(id, action.function, action.arguments)),
      observation: { results },
    };
  }

  /** A call outside any step: of a replay, a client or a person. */
  async #callAlone(call: WholeCall): Promise<Draft> {
    const { before, after } = call;
    const id = `call-${before.call}`;
    const text = await wholeText(this.#run, after);
    const own: AtifStepExtra = { agent: null, round: 0, answer: null, problem: '', state: null, elapsed_ms: {} };
    return {
      source: 'agent',
      message: '',
      tool_calls: [toolCall(id, before.tool, await wholeParameters(this.#run, before))],
      observation: { results: [await this.#result(id, text, [call], after?.error ? 'failure' : 'success', null)] },
      extra: { [ownExtra]: own },
    };
  }

  async #result(
    id: string,
    text: string,
    calls: readonly WholeCall[],
    status: AgentEventOf<'acted'>['status'],
    target: AtifActExtra['target'],
  ) {
    const own: AtifActExtra = { status, target, calls: [] };
    for (const call of calls) own.calls.push(await this.#call(call));
    const after = calls.flatMap(({ seen }) => seen.after?.picture ?? []);
    return { source_call_id: id, content: this.#content(text, after), extra: { [ownExtra]: own } };
  }

  async #call({ before, after, seen }: WholeCall): Promise<AtifActExtra['calls'][number]> {
    return {
      tool: before.tool,
      parameters: await wholeParameters(this.#run, before),
      text: await wholeText(this.#run, after),
      error: after?.error ?? null,
      elapsed_ms: after?.elapsedMs ?? 0,
      decision: before.decision,
      ...(before.decidedBy !== undefined && { decided_by: before.decidedBy }),
      caller: before.caller,
      ...(seen.before?.picture && { before: this.#picture(seen.before.picture) }),
      ...(seen.after?.picture && { after: this.#picture(seen.after.picture) }),
    };
  }

  #content(text: string, pictures: readonly Pick<TracedPicture, 'blob' | 'bounds'>[]): AtifContent {
    if (pictures.length === 0) return text;
    return [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...pictures.map((picture) => ({
        type: 'image' as const,
        source: { media_type: mediaType(picture.blob), path: this.#picture(picture).file },
      })),
    ];
  }

  #picture({ blob, bounds }: Pick<TracedPicture, 'blob' | 'bounds'>) {
    this.pictures.add(blob);
    return { file: pathOf(blob), bounds };
  }
}

function toolCall(id: string, name: string, given: Readonly<Record<string, unknown>>) {
  return { tool_call_id: id, function_name: name, arguments: { ...given } };
}

function metricsOf({ answered }: WholeStep): AtifStep['metrics'] {
  const usages = answered.flatMap(({ event }) => event.usage ?? []);
  if (usages.length === 0) return undefined;
  const costs = usages.flatMap(({ cost }) => cost ?? []);
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  return {
    prompt_tokens: sum(usages.map(({ inputTokens }) => inputTokens)),
    completion_tokens: sum(usages.map(({ outputTokens }) => outputTokens)),
    ...(costs.length > 0 && { cost_usd: sum(costs) }),
  };
}

function mediaType(blob: string): string {
  return blob.endsWith('.png') ? 'image/png' : 'image/jpeg';
}

function pathOf(blob: string): string {
  return `images/${blob}`;
}
