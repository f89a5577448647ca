import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { withoutMark } from '../../base/byte-order-mark.ts';
import { isObject } from '../../tools/arguments/argument-values.ts';

/** A request that cannot be answered otherwise, as JSON-RPC answers it. */
export interface Refusal {
  readonly jsonrpc: '2.0';
  /** The request's id; null if it has none that an answer could use. */
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** The messages of a client's text to forward, and those to answer at once. */
export interface ClientMessages {
  readonly passed: readonly unknown[];
  readonly refused: readonly Refusal[];
}

/** As many as one may send at once. */
const mostInBatch = 100;

/**
 * A message as the protocol has it. Languages without optional members write null for what is absent, and some clients send the
 * arguments of a tool as JSON in a text, or in a list of one.
 */
export function asInProtocol(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(asInProtocol);
  if (!isObject(message) || !('params' in message)) return message;
  const { params, ...rest } = message;
  if (params === null) return rest;
  if (!isObject(params)) return message;
  const given = Object.entries(params).filter(([name, value]) => value !== null || !optional.has(name));
  const read = given.map(([name, value]) => [name, name === 'arguments' ? argumentsOf(value) : value]);
  return { ...rest, params: Object.fromEntries(read) as unknown };
}

const optional: ReadonlySet<string> = new Set(['arguments', 'cursor', '_meta']);

/** What is no object is the only argument, without a name: the tool reads it, or says what it takes. */
function argumentsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : { '': value };
}

/**
 * Parses a line of a client. The protocol's own parser drops invalid lines, so that the client would wait for ever:
 * here each request is answered, also one in a batch (revision 2025-03-26) and an invalid one.
 */
export function readMessages(line: string): ClientMessages {
  let message: unknown;
  try {
    message = asInProtocol(JSON.parse(withoutMark(line)));
  } catch {
    return { passed: [], refused: [refusal(null, -32_700, 'Invalid JSON.')] };
  }
  if (!Array.isArray(message)) return judged([message]);
  if (message.length > 0 && message.length <= mostInBatch) return judged(message);
  return {
    passed: [],
    refused: [refusal(null, -32_600, `Invalid request: a batch has 1 to ${mostInBatch} messages.`)],
  };
}

function judged(messages: readonly unknown[]): ClientMessages {
  const problems = messages.map((message) => ({ message, problem: problemOf(message) }));
  return {
    passed: problems.flatMap(({ message, problem }) => (problem === null ? [message] : [])),
    refused: problems.flatMap(({ message, problem }) =>
      problem === null || needsNoAnswer(message) ? [] : [refusal(idOf(message), -32_600, problem)],
    ),
  };
}

function problemOf(message: unknown): string | null {
  try {
    parseJSONRPCMessage(message);
    return null;
  } catch {
    return 'Invalid request: expected “jsonrpc”: "2.0", a text as “method”, a text or whole number as “id”, an object as “params”, and no other member.';
  }
}

/** An answer, or a notification. */
function needsNoAnswer(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  return 'method' in message ? !('id' in message) : 'result' in message || 'error' in message;
}

function idOf(message: unknown): Refusal['id'] {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function refusal(id: Refusal['id'], code: number, message: string): Refusal {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** Maximum size of a tool call, in bytes. */
export const maxBodyBytes = 4 * 1024 * 1024;

export const tooLarge = `A request may have ${maxBodyBytes} bytes.`;

/** Parsers of a request recurse by level; no tool needs more than ten. */
const deepest = 200;

export const tooDeep = `Invalid request: it may be nested ${deepest} levels deep.`;

/** Whether arrays and objects of a JSON text are nested deeper than any request needs. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  // Strings as a whole, since brackets in them mean nothing; an unterminated one is invalid JSON anyway.
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{\]}]/gs)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    if (depth > deepest) return true;
  }
  return false;
}
