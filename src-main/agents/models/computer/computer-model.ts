import { z } from 'zod';
import { APICallError } from 'ai';
import { AppError } from '#contract/errors';
import type { ModelUsage, PlannedAction } from '#contract/model/agents/agent';
import { PassingError, repeatedly, toModelError, modelFetch } from '../model-requests.ts';
import { type Model, type ModelPicture, type ModelReply, type ModelRequest, costOf, type Price } from '../model.ts';
import type { PictureLimits } from '../pictures.ts';
import type { Call, Dialect, ParsedReply } from './dialect.ts';

/** How often per step a model is told what was wrong with its acts. */
const mostRepairs = 2;
/** A thread restarts after this many answers: each request carries all of it, with its pictures. */
const longestThread = 12;

export interface ComputerModelOptions {
  /** `provider-computer:model`. */
  readonly name: string;
  readonly modelId: string;
  readonly dialect: Dialect;
  readonly baseURL: string;
  readonly key: string | undefined;
  readonly pictures: PictureLimits;
  /** Of one attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** As in `model-requests.ts`. */
  readonly pausesMs: readonly number[];
  readonly price: Price | null;
}

/** The exchange with the model about one sub-task so far. */
interface Thread {
  readonly items: readonly object[];
  readonly reply: ParsedReply;
  readonly answers: number;
}

/**
 * A model that acts at points of a picture, as its provider trained it to. Its acts are returned as the answer of an
 * AppAgent, in calls of our tools: they need the same permissions as any, and the user may hold and change them.
 */
export function createComputerModel(options: ComputerModelOptions): Model {
  const { name, pictures } = options;
  const threads = new Map<string, Thread>();
  return {
    name,
    pictures,
    dialect: 'computer',
    async ask(request, signal) {
      const picture = pictureIn(request);
      const id = request.thread?.id ?? '';
      let items = itemsOf(options.dialect, threads.get(id), request, picture);
      let usage: ModelUsage = { inputTokens: 0, outputTokens: 0, cost: options.price ? 0 : null };
      for (let repairs = 0; ; repairs++) {
        const reply = await askOnce(options, { request, items, picture }, signal);
        usage = added(usage, reply, options.price);
        items = [...items, ...reply.items];
        const { actions, problem } = translate(options.dialect, reply.calls, picture);
        if (problem === '') {
          threads.set(id, { items, reply, answers: (threads.get(id)?.answers ?? 0) + 1 });
          return { text: JSON.stringify(answerOf(reply, actions)), usage } satisfies ModelReply;
        }
        if (repairs === mostRepairs)
          throw new AppError('model_error', `${name} requested an impossible call: ${problem}`);
        items = [...items, ...options.dialect.answer(reply, `Nothing was done. ${problem}`, picture)];
      }
    },
  };
}

/** Continues the thread if the last answer was followed; otherwise starts one, with all that the agent knows. */
function itemsOf(
  { answer, begin }: Dialect,
  before: Thread | undefined,
  { parts, thread }: ModelRequest,
  picture: ModelPicture,
): readonly object[] {
  const goesOn = before && thread && !thread.refused && before.reply.calls.length > 0 && before.answers < longestThread;
  if (!goesOn) return begin(parts);
  return [...before.items, ...answer(before.reply, thread.results.join('\n') || 'Done.', picture)];
}

interface Question {
  readonly request: ModelRequest;
  readonly items: readonly object[];
  readonly picture: ModelPicture;
}

function askOnce(options: ComputerModelOptions, question: Question, signal: AbortSignal): Promise<ParsedReply> {
  const { name, modelId, dialect, baseURL, key, timeoutMs, pausesMs } = options;
  const { request, items, picture } = question;
  const { path, headers, body } = dialect.request({ modelId, system: request.system, items, picture });
  const posted = { url: baseURL + path, body, headers: { ...headers, ...(key && dialect.keyHeader(key)) } };
  return repeatedly(
    async (attempt) => {
      try {
        const reply = dialect.read(await postJson(posted, attempt));
        if (reply.calls.length === 0 && reply.text.trim() === '') throw new PassingError(`${name} answered nothing.`);
        return reply;
      } catch (error) {
        if (error instanceof z.ZodError) throw new PassingError(`${name} answered what is no answer of a model.`);
        throw toModelError(error, { name, key });
      }
    },
    { signal, timeoutMs, pausesMs, name },
  );
}

/** All acts or none: the model is told of an unsupported act before anything is done. */
function translate(
  { acts, grid }: Dialect,
  calls: readonly Call[],
  picture: ModelPicture,
): { readonly actions: readonly PlannedAction[]; readonly problem: string } {
  const seen = { grid: grid(picture), bounds: picture.bounds };
  try {
    const actions = calls.flatMap(({ name, given }) => {
      const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
      if (act) return act(given, seen);
      throw new AppError('invalid_parameter', `There is no ${name} here; there is: ${Object.keys(acts).join(', ')}.`);
    });
    return { actions, problem: '' };
  } catch (error) {
    if (error instanceof z.ZodError) return { actions: [], problem: z.prettifyError(error) };
    if (error instanceof AppError) return { actions: [], problem: error.message };
    throw error;
  }
}

/** An answer without acts ends the work: with its result, or with one of these words before a reason. */
const endings = [
  ['FAIL', /^\s*FAIL:\s*/],
  ['PENDING', /^\s*ASK:\s*/],
] as const;

/** As an AppAgent's answer, in UFO's names. */
function answerOf({ text, calls }: ParsedReply, actions: readonly PlannedAction[]): object {
  const checks = [...new Set(calls.flatMap((call) => call.checks))];
  const action = actions.map((one) => ({ ...one, status: '' }));
  if (checks.length > 0) {
    const comment = `The model's provider asks for your consent: ${checks.join(' ')}`;
    return { status: 'CONFIRM', thought: text, comment, action };
  }
  if (calls.length > 0) return { status: 'CONTINUE', thought: text, action };
  const [status, mark] = endings.find(([, sign]) => sign.test(text)) ?? ['FINISH', /^/];
  const remark = text.replace(mark, '').trim();
  return { status, thought: remark, result: remark, action: [], ...(status === 'PENDING' && { questions: [remark] }) };
}

function pictureIn({ parts }: ModelRequest): ModelPicture {
  for (const part of parts) if (part.type === 'picture') return part;
  throw new AppError('model_error', 'There is no picture, and this model works only with pictures.', {
    hint: 'Give AppAgents another model, by --app-model.',
  });
}

function added(before: ModelUsage, { usage }: ParsedReply, price: Price | null): ModelUsage {
  const inputTokens = before.inputTokens + usage.inputTokens;
  const outputTokens = before.outputTokens + usage.outputTokens;
  return { inputTokens, outputTokens, cost: costOf({ inputTokens, outputTokens }, price) };
}

interface Posted {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/**
 * Asks a server by JSON.
 * @throws APICallError for any answer but JSON with a status of success, and if there is none; the reason of an abort
 */
async function postJson({ url, headers, body }: Posted, signal: AbortSignal): Promise<unknown> {
  const response = await modelFetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new APICallError({ message: String(cause), url, requestBodyValues: {}, cause });
  });
  const responseBody = await response.text();
  const failed = (message: string, cause?: unknown) =>
    new APICallError({
      message,
      url,
      requestBodyValues: {},
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      cause,
    });
  if (!response.ok) throw failed(responseBody || response.statusText);
  try {
    return JSON.parse(responseBody) as unknown;
  } catch (cause) {
    throw failed('no JSON', cause);
  }
}
