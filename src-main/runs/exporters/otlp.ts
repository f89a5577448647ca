import { createHash } from 'node:crypto';
import type { ExportedRun, RunExporter, RunExportOptions } from './exporter.ts';
import {
  readText,
  wholeParameters,
  wholeText,
  wholeRun,
  type RunItem,
  type WholeCall,
  type WholeStep,
} from './whole-run.ts';

/**
 * The conventions that spans are named by: OpenTelemetry's for generative AI, status Development.
 * https://github.com/open-telemetry/semantic-conventions/tree/v1.41.0/docs/gen-ai
 */
export const conventions = '1.41.0';

/** As in `opentelemetry/proto/trace/v1/trace.proto`. */
const internal = 1;
const client = 3;
const failed = 2;

type Value = { readonly stringValue: string } | { readonly intValue: string } | { readonly doubleValue: number };
interface Attribute {
  readonly key: string;
  readonly value: Value;
}

/** A span in OTLP's JSON: ids in hexadecimal, nanoseconds as decimal strings. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status?: { readonly code: number };
}

/** One run as spans of OTLP/JSON: the run, its agents' steps, the requests to models, and each call. */
export const otlpExporter: RunExporter = {
  id: 'otlp',
  label: 'OpenTelemetry (OTLP, GenAI conventions)',
  extension: 'json',
  async *files(run, options) {
    const spans = await spansOf(run, options);
    yield { name: 'trace.json', content: `${JSON.stringify(toRequest(spans, options.version), null, 2)}\n` };
  },
};

/** The body of one request: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export function toRequest(spans: readonly Span[], version: string) {
  const scope = { name: 'deskscope.runs', version };
  const schemaUrl = `https://opentelemetry.io/schemas/${conventions}`;
  const resource = { attributes: attributes({ 'service.name': 'deskscope', 'service.version': version }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans, schemaUrl }], schemaUrl }] };
}

/** Without `content`, spans contain no window names, texts or arguments; pictures never are included. */
export async function spansOf(run: ExportedRun, options: RunExportOptions): Promise<readonly Span[]> {
  const items = wholeRun(run.events);
  const { about } = run;
  const writer = new SpanWriter(run, options);
  const times = [Date.parse(about.started), ...items.flatMap((item) => [item.from, endOf(item)])];
  const kind = about.kind ?? 'app';
  const root = writer.span({
    id: 'run',
    name: `invoke_workflow ${kind}`,
    from: Math.min(...times),
    to: Math.max(...times, about.ended === undefined ? 0 : Date.parse(about.ended)),
    reported: { 'gen_ai.operation.name': 'invoke_workflow', 'gen_ai.workflow.name': kind },
    content: { 'deskscope.run.title': about.title },
    error: about.outcome && wentWrong.has(about.outcome.status) ? about.outcome.status : undefined,
  });
  const spans = [root];
  for (const item of items) {
    if (item.kind === 'step') spans.push(...(await writer.step(item)));
    if (item.kind === 'call') spans.push(await writer.call(item, 'run'));
  }
  return spans;
}

const wentWrong = new Set(['failed', 'error', 'limit', 'stopped']);

interface Draft {
  readonly id: string;
  readonly parent?: string;
  readonly name: string;
  readonly kind?: number;
  readonly from: number;
  readonly to: number;
  readonly reported: Readonly<Record<string, string | number | undefined>>;
  /** Only if the person wants it. */
  readonly content?: Readonly<Record<string, string | undefined>>;
  readonly error?: string | undefined;
}

class SpanWriter {
  readonly #run: ExportedRun;
  readonly #content: boolean;

  constructor(run: ExportedRun, { content }: RunExportOptions) {
    this.#run = run;
    this.#content = content;
  }

  span({ id, parent, name, kind = internal, from, to, reported, content = {}, error }: Draft): Span {
    const all = { ...reported, ...(this.#content ? content : {}), 'error.type': error };
    const { run } = this.#run.about;
    return {
      traceId: hash(run, 32),
      spanId: hash(`${run} ${id}`, 16),
      ...(parent !== undefined && { parentSpanId: hash(`${run} ${parent}`, 16) }),
      name,
      kind,
      startTimeUnixNano: nanoseconds(from),
      endTimeUnixNano: nanoseconds(Math.max(from, to)),
      attributes: attributes(all),
      ...(error !== undefined && { status: { code: failed } }),
    };
  }

  async step(step: WholeStep): Promise<readonly Span[]> {
    const { agent, step: number } = step.step;
    const id = `step ${number}`;
    const problem = step.answered.at(-1)?.event.problem;
    // An agent's name contains the title of its window.
    const name = this.#content ? agent.name : agent.kind;
    const spans = [
      this.span({
        id,
        parent: 'run',
        name: `invoke_agent ${name}`,
        from: step.from,
        to: step.to,
        reported: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.provider.name': providerOf(step.asked[0]?.event.model),
          'gen_ai.agent.name': name,
          'gen_ai.conversation.id': this.#run.about.run,
        },
        error: problem === undefined ? undefined : 'model_error',
      }),
    ];
    for (const { at, event } of step.answered) spans.push(await this.#chat(step, id, at, event));
    for (const call of step.calls.values()) spans.push(await this.call(call, id));
    return spans;
  }

  async #chat(
    step: WholeStep,
    parent: string,
    at: number,
    { attempt, elapsedMs, raw, problem, usage }: WholeStep['answered'][number]['event'],
  ): Promise<Span> {
    const asked = step.asked.find(({ event }) => event.attempt === attempt)?.event;
    const model = asked?.model.replace(/^[^:]*:/, '');
    const texts = this.#content
      ? {
          'gen_ai.input.messages': asked && message('user', await readText(this.#run, asked.prompt)),
          'gen_ai.output.messages':
            raw === undefined ? undefined : message('assistant', await readText(this.#run, raw)),
        }
      : {};
    return this.span({
      id: `${parent} chat ${attempt}`,
      parent,
      name: ['chat', model].filter(Boolean).join(' '),
      kind: client,
      from: at - elapsedMs,
      to: at,
      reported: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': providerOf(asked?.model),
        'gen_ai.request.model': model || undefined,
        'gen_ai.usage.input_tokens': usage?.inputTokens,
        'gen_ai.usage.output_tokens': usage?.outputTokens,
      },
      content: texts,
      error: problem === undefined ? undefined : 'model_error',
    });
  }

  async call({ before, after, from, to }: WholeCall, parent: string): Promise<Span> {
    const texts = this.#content
      ? {
          'gen_ai.tool.call.arguments': JSON.stringify(await wholeParameters(this.#run, before)),
          'gen_ai.tool.call.result': after?.error ? undefined : await wholeText(this.#run, after),
        }
      : {};
    return this.span({
      id: `call ${before.call}`,
      parent,
      name: `execute_tool ${before.tool}`,
      from,
      to,
      reported: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': before.tool,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': String(before.call),
      },
      content: texts,
      error: after?.error?.code,
    });
  }
}

function endOf(item: RunItem): number {
  return item.kind === 'round' ? item.from : item.to;
}

/** Well-known names where the conventions have them. */
const providers: Readonly<Record<string, string>> = { gemini: 'gcp.gemini', google: 'gcp.gemini' };

/** Models are named `provider:model`. */
function providerOf(model: string | undefined): string {
  const [provider = ''] = model?.split(':') ?? [];
  return providers[provider] ?? (provider || 'deskscope');
}

/** As in `gen-ai-input-messages.json` of the conventions. */
function message(role: string, content: string): string {
  return JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): readonly Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: asValue(value) }],
  );
}

function asValue(value: string | number): Value {
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}

/** The same run has the same ids each time, so that sending it twice doubles nothing. */
function hash(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
