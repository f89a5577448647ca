import path from 'node:path';
import type { Log } from '../base/log.ts';
import type { CallEnd, CallObserver, CallStart } from '../tools/observer.ts';
import { AuditFile } from './audit-file.ts';
import { claimChain, type ClaimedChain } from './chain-lock.ts';
import type { AuditEntry } from './record.ts';

/** Where a profile keeps its chains. */
export function auditRoot(profile: string): string {
  return path.join(profile, 'audit');
}

/** Longer texts of arguments and titles are cut: the log says what was done, not what was in it. */
const maxTextLength = 500;
/** The same of all arguments of a call: a line of millions of characters would fill the disk. */
const maxParametersLength = 10_000;

export interface AuditLog extends CallObserver {
  close(): void;
}

export interface AuditOptions {
  readonly root: string;
  readonly maxBytes?: number;
  readonly log: Log;
  /** Called with the reason when a line could not be written, and what to do; once until one could. */
  readonly onFailed?: (reason: string) => void;
}

/**
 * Writes down every call of everyone: who, what, where, who allowed it by which rule, how it ended; refused ones too. The
 * files are opened with the first call, so that a command that calls nothing leaves nothing.
 */
export function createAuditLog({ root, maxBytes, log, onFailed }: AuditOptions): AuditLog {
  let chain: { readonly claimed: ClaimedChain; readonly file: AuditFile } | null = null;
  let failing = false;
  /** Lines from before there was a file. */
  let lost = 0;

  const open = () => {
    const claimed = claimChain(root);
    try {
      return { claimed, file: new AuditFile(claimed.folder, { lost, ...(maxBytes !== undefined && { maxBytes }) }) };
    } catch (error) {
      claimed.release();
      throw error;
    }
  };
  const append = (entry: AuditEntry) => {
    try {
      chain ??= open();
      chain.file.append(entry);
      failing = false;
    } catch (error) {
      if (!chain) lost++;
      if (failing) return;
      failing = true;
      log('error', `the audit log in ${root} cannot be written`, error);
      onFailed?.(error instanceof Error ? error.message : String(error));
    }
  };

  return {
    async before(start) {
      const acts = start.effect !== undefined && start.effect !== 'observe';
      const runs = start.decision === 'allowed' || start.decision === 'granted';
      if (acts && runs) append({ ...(await entryOf(start)), event: 'started', result: 'pending', elapsedMs: 0 });
    },
    async after(end) {
      append({ ...(await entryOf(end)), event: 'ended', result: resultOf(end), elapsedMs: end.elapsedMs });
    },
    close() {
      chain?.file.close();
      chain?.claimed.release();
      chain = null;
    },
  };
}

function resultOf({ error }: CallEnd): string {
  return error?.code ?? 'ok';
}

async function entryOf(start: CallStart) {
  const { call, caller, tool, effect = 'none', decision, decidedBy, parameters } = start;
  return {
    type: 'call' as const,
    at: new Date().toISOString(),
    call,
    tool: cut(tool),
    effect,
    decision,
    decidedBy: cut(decidedBy),
    caller: { kind: caller.kind, name: cut(caller.name) },
    target: await targetOf(start),
    parameters: cutAll(parameters),
  };
}

async function targetOf({ target, effect, caller }: CallStart) {
  // What people only look at costs no look of its own.
  if (!target || (effect === 'observe' && caller.kind !== 'agent')) return null;
  const window = await target();
  return window && { app: cut(window.app), title: cut(window.title) };
}

function cutAll(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const text = JSON.stringify(parameters, (_key, inner: unknown) => (typeof inner === 'string' ? cut(inner) : inner));
  if (text.length <= maxParametersLength) return JSON.parse(text) as Record<string, unknown>;
  return { cut: `${text.slice(0, maxParametersLength)}…` };
}

function cut(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}
