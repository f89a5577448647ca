import type { CallToolResult } from '@modelcontextprotocol/server';
import type { WireError } from '#contract/errors';
import { boundedStructure, boundedText, boundedForeign } from '../../tools/answers/bounded.ts';
import type { ToolResult } from '../../tools/define-tool.ts';
import type { RunOutcome } from '../../tools/runner/call.ts';

/**
 * An outcome for clients. They differ in what they show their model: some only the text, some only `structuredContent`,
 * and then no picture. So each of the two contains everything, a result with a picture has no `structuredContent`, and
 * output schemas allow errors, because some clients replace one that does not match. Both are cut to a model's limit
 * unless the tool limits them.
 * @param whole nothing is cut: a program reads it
 */
export function toCallToolResult(outcome: RunOutcome, whole = false): CallToolResult {
  const { structuredContent, ...reported } = outcome.ok
    ? fromResult(outcome.result, whole)
    : fromError(outcome.error, outcome.data);
  return outcome.textAlone || !structuredContent ? reported : { ...reported, structuredContent };
}

function fromResult({ text, data, note, jsonAlone, image, foreign }: ToolResult, whole: boolean): CallToolResult {
  if (foreign) return fromForeign(foreign, note, whole);
  const bound = whole ? joined : boundedText;
  const words = (jsonAlone && note ? [bound(text), bound(note)] : [bound(text, note)]).map(textBlock);
  if (image) {
    const { bytes, mimeType } = image;
    const encoded = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
    return { content: [...words, { type: 'image', data: encoded, mimeType }] };
  }
  if (data === undefined) return { content: words };
  const reported = structure(data, note);
  return whole ? { content: words, structuredContent: reported } : { content: words, ...boundedData(reported) };
}

/** The server's own answer, plus notes for the caller. */
function fromForeign(foreign: CallToolResult, note: string | undefined, whole: boolean): CallToolResult {
  const reported = note ? { ...foreign, content: [...foreign.content, textBlock(note)] } : foreign;
  return whole ? reported : boundedForeign(reported);
}

function joined(text: string, tail = ''): string {
  return tail ? `${text}\n${tail}` : text;
}

function textBlock(text: string) {
  return { type: 'text' as const, text };
}

/** Lists travel as `{ result: […] }`, as UFO's servers send them: older clients accept objects only. */
function structure(data: unknown, note: string | undefined): Record<string, unknown> {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return { ...(isObject ? data : { result: data }), ...(note && { note }) };
}

function fromError(error: WireError, data: object | undefined): CallToolResult {
  const reported = data ? { ...data } : { ok: false, error: { ...error } };
  return { isError: true, content: [textBlock(errorText(error))], ...boundedData(reported) };
}

function boundedData(whole: Record<string, unknown>): Pick<CallToolResult, 'structuredContent'> {
  const structuredContent = boundedStructure(whole);
  return structuredContent ? { structuredContent } : {};
}

/** The first line is the message alone, for callers that match on it. */
function errorText({ code, message, hint, delivery }: WireError): string {
  const delivered = delivery ? `, ${delivery.replace('_', ' ')}` : '';
  return boundedText(message, `${hint}\n(${code}${delivered})`);
}
