import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { harmless } from '#contract/foreign-text';
import { toWire, type ErrorCode } from '#contract/errors';

/** What a client did wrong; everything else went wrong here. */
const clientsFault: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['invalid_parameter', 'not_found', 'window_not_found']);

/**
 * A failure where the protocol has no result to put it in: resources, prompts, completions.
 * @throws ProtocolError with sentence and hint as its message, and the error itself as its data
 */
export function toProtocolError(error: unknown): never {
  const wire = toWire(error);
  const code = clientsFault.has(wire.code) ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  throw new ProtocolError(code, harmless(`${wire.message} ${wire.hint}`), { error: wire });
}
