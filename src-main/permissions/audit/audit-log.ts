import path from 'node:path';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { AppError } from '#contract/errors';
import type { AuditState } from '#contract/model/permissions/permission';
import type { Log } from '../../base/log.ts';
import type { CallEnd, CallObserver, CallStart } from '../../tools/observer.ts';
import { shortParameters, shortText } from '../../base/short-parameters.ts';
import { isAlive } from '../../base/processes/is-alive.ts';
import { makeFolder } from '../../base/files/profile-folder.ts';
import { AuditFile } from './audit-file.ts';
import type { AuditEntry } from './record.ts';

/** The folder of a profile's chains. */
export function auditRoot(profile: string): string {
  return path.join(profile, 'audit');
}

export interface AuditLog extends CallObserver {
  readonly state: AuditState;
  close(): void;
}

export interface AuditOptions {
  readonly root: string;
  readonly maxBytes?: number;
  readonly log: Log;
  /** Called when the log can no longer be written, with each line lost since, and when it can be written again. */
  readonly onState?: (state: AuditState) => void;
}

/**
 * Logs every call of every caller: who, what, where, who allowed it by which rule, how it ended; refused ones too. An
 * act whose line cannot be written is refused. The files are opened with the first call, so that a command without
 * calls leaves no files.
 */
export function createAuditLog({ root, maxBytes, log, onState }: AuditOptions): AuditLog {
  let chain: { readonly claimed: ClaimedChain; readonly file: AuditFile } | null = null;
  let state: AuditState = { failure: null, lost: 0 };
  /** Lines lost before a file was open. */
  let lost = 0;
  const change = (next: AuditState) => {
    state = next;
    onState?.(state);
  };

  const open = () => {
    const claimed = claimChain(root);
    try {
      return { claimed, file: new AuditFile(claimed.folder, { lost, ...(maxBytes !== undefined && { maxBytes }) }) };
    } catch (error) {
      claimed.release();
      throw error;
    }
  };
  /** @returns why the line could not be written; null if it was */
  const append = (entry: AuditEntry): string | null => {
    try {
      chain ??= open();
      chain.file.append(entry);
      if (state.failure !== null) change({ ...state, failure: null });
      return null;
    } catch (error) {
      if (!chain) lost++;
      if (state.failure === null) log('error', `the audit log in ${root} cannot be written`, error);
      const failure = error instanceof Error ? error.message : String(error);
      change({ failure, lost: state.lost + 1 });
      return failure;
    }
  };

  return {
    get state() {
      return state;
    },
    async before(start) {
      const acts = start.effect !== undefined && start.effect !== 'observe';
      const runs = start.decision === 'allowed' || start.decision === 'granted';
      if (!acts || !runs) return;
      const failure = append({ ...(await entryOf(start)), event: 'started', result: 'pending', elapsedMs: 0 });
      if (failure === null) return;
      throw new AppError('audit_unavailable', `The audit log cannot be written (${failure}), so nothing is done.`, {
        delivery: 'not_delivered',
      });
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
    tool: shortText(tool),
    effect,
    decision,
    decidedBy: shortText(decidedBy),
    caller: { kind: caller.kind, name: shortText(caller.name) },
    target: await targetOf(start),
    parameters: shortParameters(parameters),
  };
}

async function targetOf({ target, effect, caller }: CallStart) {
  // A person's look needs no extra query for the log.
  if (!target || (effect === 'observe' && caller.kind !== 'agent')) return null;
  const window = await target();
  return window && { app: shortText(window.app), title: shortText(window.title) };
}

/** More processes than a person runs at once; further ones are not audited, and the log reports it. */
const maxChains = 64;

interface ClaimedChain {
  readonly folder: string;
  release(): void;
}

/**
 * A chain has one writer. The app, the command line and servers that clients start may run at once with one profile:
 * each takes the first chain (`audit/1`, `audit/2`, …) that no living process holds, and continues it.
 * @throws if the disk refuses, or all chains are taken
 */
export function claimChain(root: string): ClaimedChain {
  makeFolder(root);
  for (let number = 1; number <= maxChains; number++) {
    const folder = path.join(root, String(number));
    makeFolder(folder);
    const lock = path.join(folder, 'writer');
    if (take(lock)) return { folder, release: () => rmSync(lock, { force: true }) };
  }
  throw new Error(`All ${maxChains} chains in ${root} are being written.`);
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = read(lock);
  if (isAlive(Number(holder))) return false;
  return takeOver(lock, holder);
}

/** Of several processes that find a dead writer's lock, only one can move it away. */
function takeOver(lock: string, holder: string): boolean {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return false;
  }
  if (read(aside) !== holder) {
    // Another process was faster, and this is its lock.
    renameSync(aside, lock);
    return false;
  }
  rmSync(aside, { force: true });
  return take(lock);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
