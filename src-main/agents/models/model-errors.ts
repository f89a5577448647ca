import { APICallError } from 'ai';
import { AppError, isAbort } from '#contract/errors';
import { oneLine } from '#contract/foreign-text';
import { mask } from '#contract/model/tools/tool-call';
import { PassingError } from './attempts.ts';

/** Characters of a server's own words. */
const quotedLength = 300;

export interface AskedModel {
  /** `provider:model`. */
  readonly name: string;
  /** Stands in no message, should the server repeat it. */
  readonly key: string | undefined;
}

/** What a failed request means, and whether another may help. */
export function toModelError(error: unknown, { name, key }: AskedModel): AppError {
  if (error instanceof AppError) return error;
  if (isAbort(error)) return new AppError('cancelled');
  const said = short(key ? wordsOf(error).replaceAll(key, mask) : wordsOf(error));
  if (!APICallError.isInstance(error)) return new PassingError(`The line to ${name} was cut: ${said}`);
  const { statusCode: status, isRetryable, responseHeaders } = error;
  if (status === undefined) return new PassingError(`${name} cannot be reached: ${said}`);
  // An answer that is none: what is between may have garbled it.
  if (status < 400) return new PassingError(`${name} answered what is no answer of a model: ${said}`);
  if (status === 401 || status === 403)
    return new AppError('model_error', `${name} does not take the key (${status}): ${said}`, {
      hint: 'Set the key of this provider: `deskscope run --help` says where it is read from.',
    });
  if (status === 404)
    return new AppError('model_error', `${name} is not there (404): ${said}`, {
      hint: 'Check the name of the model and --base-url; most addresses end with /v1.',
    });
  const text = `${name} answered ${status}: ${said}`;
  return isRetryable ? new PassingError(text, retryAfter(responseHeaders)) : new AppError('model_error', text);
}

/** In milliseconds. RFC 9110, section 10.2.3: seconds, or a date. */
function retryAfter(headers: Readonly<Record<string, string>> | undefined): number | null {
  const given = headers?.['retry-after'];
  if (!given) return null;
  const ms = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1_000 : Date.parse(given) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** Of the innermost cause: `fetch failed` alone says nothing. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? wordsOf(error.cause) : error.message || error.name;
}

function short(text: string): string {
  return oneLine(text).slice(0, quotedLength);
}
