import { APICallError } from 'ai';
import { AppError, isAbort } from '#contract/errors';
import { oneLine } from '#contract/foreign-text';
import { mask } from '#contract/model/tools/tool-call';
import { sleep, withDeadline } from '../../base/async/deadline.ts';
import { ceilingHere } from '../../permissions/ceiling.ts';

/** Characters of a server's own words. */
const quotedLength = 300;

export interface AskedModel {
  /** `provider:model`. */
  readonly name: string;
  /** Removed from every message, in case the server repeats it. */
  readonly key: string | undefined;
}

/** The meaning of a failed request, and whether a retry may help. */
export function toModelError(error: unknown, { name, key }: AskedModel): AppError {
  if (error instanceof AppError) return error;
  if (isAbort(error)) return new AppError('cancelled');
  const reason = short(key ? wordsOf(error).replaceAll(key, mask) : wordsOf(error));
  if (!APICallError.isInstance(error)) return new PassingError(`The line to ${name} was cut: ${reason}`);
  const { statusCode: status, isRetryable, responseHeaders } = error;
  if (status === undefined) return new PassingError(`${name} cannot be reached: ${reason}`);
  // An invalid answer: a proxy may have garbled it.
  if (status < 400) return new PassingError(`${name} answered what is no answer of a model: ${reason}`);
  if (status === 401 || status === 403)
    return new AppError('model_error', `${name} rejected the key (${status}): ${reason}`, {
      hint: 'Set the key of this provider: `deskscope run --help` says where it is read from.',
    });
  if (status === 404)
    return new AppError('model_error', `${name} does not exist (404): ${reason}`, {
      hint: 'Check the name of the model and --base-url; most addresses end with /v1.',
    });
  const text = `${name} answered ${status}: ${reason}`;
  return isRetryable ? new PassingError(text, retryAfter(responseHeaders)) : new AppError('model_error', text);
}

/** In milliseconds. RFC 9110, section 10.2.3: seconds, or a date. */
function retryAfter(headers: Readonly<Record<string, string>> | undefined): number | null {
  const given = headers?.['retry-after'];
  if (!given) return null;
  const ms = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1_000 : Date.parse(given) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** From the innermost cause: `fetch failed` alone is no help. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? wordsOf(error.cause) : error.message || error.name;
}

function short(text: string): string {
  return oneLine(text).slice(0, quotedLength);
}

/** How long to wait before each retry, in milliseconds; one retry per number. */
export const pausesMs: readonly number[] = [500, 2_000, 8_000];

/** The longest wait that a server may request, in milliseconds. */
const longestPauseMs = 60_000;

/** A failure of a model that a retry may cure. */
export class PassingError extends AppError {
  /** How long the server asks to wait, in milliseconds; null if not given. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    super('model_error', message, { hint: 'Try again later, or ask another model.' });
    this.retryAfterMs = retryAfterMs;
  }
}

interface AttemptOptions {
  readonly signal: AbortSignal;
  /** Of one attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** As {@link pausesMs}. */
  readonly pausesMs: readonly number[];
  /** Of the model. */
  readonly name: string;
}

/**
 * Retries until success or a permanent failure, once for each pause.
 * @throws AppError `cancelled`; `model_error` with the last reason, even if every attempt timed out
 */
export async function repeatedly<T>(attempt: (signal: AbortSignal) => Promise<T>, options: AttemptOptions): Promise<T> {
  const { signal, timeoutMs, pausesMs, name } = options;
  for (let tried = 0; ; tried++) {
    try {
      return await withDeadline({ signal, timeoutMs, what: `The answer of ${name}` }, attempt);
    } catch (error) {
      const pauseMs = pauseAfter(error, pausesMs[tried]);
      if (pauseMs === null) throw tried === 0 ? error : afterAttempts(error, tried + 1);
      await sleep(pauseMs, signal);
    }
  }
}

/** Null if a retry would not help. */
function pauseAfter(error: unknown, own: number | undefined): number | null {
  if (own === undefined) return null;
  if (error instanceof AppError && error.code === 'timeout') return own;
  if (!(error instanceof PassingError)) return null;
  const asked = error.retryAfterMs ?? own;
  return asked > longestPauseMs ? null : Math.max(asked, own);
}

function afterAttempts(error: unknown, attempts: number): unknown {
  if (!(error instanceof AppError) || error.code === 'cancelled') return error;
  return new AppError('model_error', `${error.message} (${attempts} attempts)`, { hint: error.hint, cause: error });
}

/** Maximum size of an answer in bytes; a larger one is not a model's. */
const mostBytes = 16 * 2 ** 20;

/**
 * As `fetch`, but a server can neither redirect the key and the pictures to another one, nor fill the memory.
 * @throws TypeError if the server redirects
 */
export const modelFetch: typeof fetch = async (address, init) => {
  ceilingHere().ensureHost(address instanceof Request ? address.url : address.toString());
  const response = await fetch(address, { ...init, redirect: 'error' });
  const { body, status, statusText, headers } = response;
  return new Response(body && body.pipeThrough(bounded()), { status, statusText, headers });
};

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let received = 0;
  return new TransformStream({
    transform(chunk, controller) {
      received += chunk.byteLength;
      if (received > mostBytes) controller.error(new Error(`The answer has more than ${mostBytes / 2 ** 20} MB.`));
      else controller.enqueue(chunk);
    },
  });
}
