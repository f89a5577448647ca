import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { RunExportOptions } from './exporters/exporter.ts';
import { spansOf, toRequest, type Span } from './exporters/otlp.ts';
import { toExport } from './export-run.ts';
import type { TraceReader } from './trace/trace-reader.ts';
import { parseUrl, isThisMachine } from '../base/parse-url.ts';
import { ceilingHere } from '../permissions/ceiling.ts';

/** Collectors accept 4 MB per request and more; this many spans stay below that, unless they include texts. */
const spansPerRequest = 200;
/** Milliseconds for one request. */
const maxWaitMs = 15_000;
/** An answer names its problem in a few words. */
const longestAnswer = 10_000;

export interface Collector {
  /** As the person named it. */
  readonly address: string;
  /** Such as a key: `OTEL_EXPORTER_OTLP_HEADERS`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it may go to another machine unencrypted. */
  readonly unencrypted: boolean;
}

const partial = z.object({
  partialSuccess: z
    .object({ rejectedSpans: z.union([z.string(), z.number()]).optional(), errorMessage: z.string().optional() })
    .nullish(),
});

/**
 * Sends a run to a collector as OTLP over HTTP, in JSON: https://opentelemetry.io/docs/specs/otlp/#otlphttp
 * @returns how many spans it took
 * @throws AppError `invalid_parameter` for an address that nothing is sent to, `server_unavailable` for what it answers
 */
export async function sendRun(
  trace: TraceReader,
  collector: Collector,
  options: RunExportOptions,
  signal: AbortSignal,
): Promise<number> {
  const address = addressOf(collector);
  const spans = await spansOf(await toExport(trace), options);
  for (let from = 0; from < spans.length; from += spansPerRequest)
    await post(address, collector.headers, spans.slice(from, from + spansPerRequest), options.version, signal);
  return spans.length;
}

/** Adds the path of traces if the address has none. @throws AppError `invalid_parameter` */
function addressOf({ address, unencrypted }: Collector): URL {
  const url = parseUrl(address);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('invalid_parameter', `${quoted(address)} is not a collector address.`, {
      hint: 'Give one such as http://127.0.0.1:4318; a key goes by the variable OTEL_EXPORTER_OTLP_HEADERS.',
    });
  if (url.protocol === 'http:' && !isThisMachine(url.hostname) && !unencrypted)
    throw new AppError('invalid_parameter', 'Runs are not sent to another machine unencrypted.', {
      hint: 'Use https://, or allow it with --unencrypted.',
    });
  if (url.pathname === '/') url.pathname = '/v1/traces';
  return url;
}

async function post(
  address: URL,
  headers: Readonly<Record<string, string>>,
  spans: readonly Span[],
  version: string,
  signal: AbortSignal,
): Promise<void> {
  const body = JSON.stringify(toRequest(spans, version));
  const deadline = AbortSignal.timeout(maxWaitMs);
  const stop = new AbortController();
  const end = () => stop.abort();
  for (const one of [signal, deadline]) one.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    // A redirect would send the run to an unapproved host.
    ceilingHere().ensureHost(address.href);
    const answer = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: stop.signal,
    });
    const text = await beginningOf(answer);
    if (!answer.ok) throw refused(address, `it answered ${answer.status} ${text.slice(0, 200)}`.trim());
    const problem = problemIn(text);
    if (problem !== '') throw refused(address, problem);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (signal.aborted) throw new AppError('cancelled', 'The run was sent only in part.');
    const why = deadline.aborted ? `it did not answer within ${maxWaitMs / 1_000} s` : reason(error);
    throw refused(address, why, error);
  } finally {
    for (const one of [signal, deadline]) one.removeEventListener('abort', end);
  }
}

/** Reading is limited: an endless answer fills no memory. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    if (text.length >= longestAnswer) break;
  }
  return text.slice(0, longestAnswer);
}

/** A collector may take some spans and not others. */
function problemIn(text: string): string {
  try {
    const { partialSuccess } = partial.parse(JSON.parse(text || '{}'));
    const rejected = Number(partialSuccess?.rejectedSpans ?? 0);
    return rejected > 0 ? `it refused ${rejected} spans: ${partialSuccess?.errorMessage ?? ''}` : '';
  } catch {
    return '';
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function refused({ origin }: URL, why: string, cause?: unknown): AppError {
  return new AppError('server_unavailable', `The collector at ${origin} rejected the run: ${why}.`, {
    hint: 'Check that it runs and accepts OTLP over HTTP as JSON.',
    cause,
  });
}
