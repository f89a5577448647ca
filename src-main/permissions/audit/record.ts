import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The `prev` of the very first line. */
export const genesis = '0'.repeat(64);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

const common = {
  v: z.literal(1),
  /** Numbers the lines of a chain from 1, over all its files. */
  seq: z.number().int().positive(),
  /** ISO 8601. */
  at: z.string(),
  /** The hash of the previous line. */
  prev: digest,
  /** SHA-256 of the canonical JSON of everything else in this line. */
  hash: digest,
};

/**
 * One line of the audit log. `segment` lines give the reason why the chain continues here: a first `start`; `opened` by
 * another process; `rotated` from a full file; `torn` after a line that a crash truncated, with its fragment; `lost`
 * after lines that a full disk refused.
 */
export const auditLine = z.discriminatedUnion('type', [
  z.strictObject({
    ...common,
    type: z.literal('segment'),
    reason: z.enum(['start', 'opened', 'rotated', 'torn', 'lost']),
    pid: z.number().int(),
    file: z.string().optional(),
    torn: z.strictObject({ bytes: z.number().int(), sha256: digest }).optional(),
    lost: z.number().int().optional(),
  }),
  z.strictObject({
    ...common,
    type: z.literal('call'),
    /** `started` only for acts, so that a crash leaves a record of what was in progress. */
    event: z.enum(['started', 'ended']),
    /** The process's number of the call, shared by `started` and `ended`. */
    call: z.number().int(),
    caller: z.strictObject({ kind: z.string(), name: z.string() }),
    tool: z.string(),
    effect: z.string(),
    target: z.strictObject({ app: z.string(), title: z.string() }).nullable(),
    decision: z.string(),
    decidedBy: z.string(),
    parameters: z.record(z.string(), z.unknown()),
    /** `ok`, a code of the error catalogue, or `pending` if it only started. */
    result: z.string(),
    elapsedMs: z.number(),
  }),
]);
export type AuditLine = z.output<typeof auditLine>;

type Without<T> = T extends unknown ? Omit<T, 'hash' | 'prev' | 'seq' | 'v'> : never;
/** A line before it is chained. */
export type AuditEntry = Without<AuditLine>;

export interface Chain {
  readonly seq: number;
  /** The hash of the last line. */
  readonly head: string;
}

/** The next line of a chain in its written form, without its newline. */
export function link(chain: Chain, entry: AuditEntry): { readonly text: string; readonly chain: Chain } {
  const line = { ...entry, v: 1, seq: chain.seq + 1, prev: chain.head };
  const hash = sha256(canonical(line));
  return { text: canonical({ ...line, hash }), chain: { seq: chain.seq + 1, head: hash } };
}

/** The line if its text is exactly what {@link link} writes, else the reason why not. */
export function readLine(text: string): AuditLine | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'is no JSON';
  }
  const parsed = auditLine.safeParse(value);
  if (!parsed.success) return `is no line of an audit log (${parsed.error.issues[0]?.path.join('.') ?? ''})`;
  const { hash, ...content } = value as AuditLine;
  if (canonical(value) !== text) return 'was written by another hand';
  return sha256(canonical(content)) === hash ? parsed.data : 'does not match its own hash';
}

/**
 * JSON with sorted keys and without spaces: the same content has the same text (as in RFC 8785, keys sorted by code
 * unit).
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

type CallLine = Extract<AuditLine, { type: 'call' }>;

/**
 * Each call once, as it ended. A call that only started is `pending`: it is in progress, or its process ended in the
 * middle.
 * @param lines of one chain, oldest first
 */
export function callsIn(lines: readonly AuditLine[]): readonly CallLine[] {
  const calls: CallLine[] = [];
  const open = new Map<number, CallLine>();
  const leave = () => {
    calls.push(...open.values());
    open.clear();
  };
  let pid = 0;
  for (const line of lines) {
    if (line.type === 'segment') {
      // Another process restarts the numbering of calls.
      if (line.pid !== pid) leave();
      pid = line.pid;
    } else if (line.event === 'started') open.set(line.call, line);
    else {
      open.delete(line.call);
      calls.push(line);
    }
  }
  leave();
  return calls;
}
