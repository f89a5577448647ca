import { randomUUID, createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import type { Effect, Grant, PermissionAnswer } from '#contract/model/permissions/permission';
import { atomicWrite, moveFileSync } from '../base/files/atomic-write.ts';
import type { Disposable } from '../base/async/disposable.ts';
import { Emitter } from '../base/async/emitter.ts';
import type { Log } from '../base/log.ts';

export interface GrantScope {
  readonly client: string;
  /** The app in which the tool would act; an answer for a calculator does not cover a terminal. */
  readonly app: string;
  readonly tool: string;
}

/** Wider than a grant's scope: it matches any of the apps, and all calls without a known app count as one place. */
export interface DenialScope {
  readonly client: string;
  readonly apps: readonly string[];
  readonly tool: string;
  readonly effect: Effect;
}

/**
 * Stored answers: those for this session in memory, for one tool in one app; those for always in a file that only the
 * user can read, for every ordinary act in one app. Each is for one client, by the name it gives itself.
 */
export interface Grants {
  /** Oldest first. */
  list(): readonly Grant[];
  find(scope: GrantScope): Grant | null;
  findDenial(scope: DenialScope): Grant | null;
  /** Applies at once; settles when saved. If the disk fails, only persistence is lost. */
  add(scope: GrantScope, lasts: Grant['lasts']): Promise<void>;
  /** Denies it until the process ends, or the denial is revoked. */
  deny(scope: DenialScope): void;
  revoke(id: string): Promise<void>;
  onChange(listener: (grants: readonly Grant[]) => void): Disposable;
}

const kept = z.object({
  version: z.literal(1),
  grants: z.array(
    z.object({
      id: z.string(),
      client: z.string(),
      app: z.string(),
      tool: z.string().nullable(),
      denies: z.null().default(null),
      lasts: z.literal('always'),
      at: z.string(),
    }),
  ),
});

/** @param file where answers for always are kept; without it, none outlives the process */
export function createGrants(options: { readonly file?: string; readonly log?: Log } = {}): Grants {
  const { file, log } = options;
  let grants: readonly Grant[] = file === undefined ? [] : read(file, log);
  let saving: Promise<void> = Promise.resolve();
  let writing = 0;
  const emitter = new Emitter<{ changed: readonly Grant[] }>();

  const change = (next: readonly Grant[]): Promise<void> => {
    grants = next;
    emitter.emit('changed', grants);
    if (file === undefined) return saving;
    writing++;
    saving = saving
      .then(() => write(file, grants))
      .catch((error: unknown) => failed(error))
      .finally(() => {
        writing--;
        seen = stampOf(file);
      });
    return saving;
  };
  /** Changes by another process, such as `deskscope permissions`, apply from the next query on. */
  let seen = file === undefined ? '' : stampOf(file);
  const current = (): readonly Grant[] => {
    const now = file === undefined ? '' : stampOf(file);
    if (file === undefined || now === seen || writing > 0) return grants;
    seen = now;
    grants = [...read(file, log), ...grants.filter(({ lasts }) => lasts === 'session')];
    emitter.emit('changed', grants);
    return grants;
  };
  const failed = (error: unknown) => log?.('error', `permissions could not be saved in ${String(file)}`, error);

  return {
    list: current,
    find: (scope) => current().find((grant) => covers(grant, scope)) ?? null,
    findDenial: (scope) => current().find((grant) => denies(grant, scope)) ?? null,
    add({ client, app, tool }, lasts) {
      return change([
        ...current(),
        { client, app, tool: lasts === 'always' ? null : tool, denies: null, lasts, ...stamp() },
      ]);
    },
    deny({ client, apps, tool, effect }) {
      const denial = { client, tool, denies: effect, lasts: 'session' } as const;
      void change([...current(), ...placesOf(apps).map((app) => ({ ...denial, app, ...stamp() }))]);
    },
    revoke: (id) => change(current().filter((grant) => grant.id !== id)),
    onChange: (listener) => emitter.on('changed', listener),
  };
}

/** Identifies a state of the file; empty if there is none. */
function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : '';
}

function stamp(): Pick<Grant, 'id' | 'at'> {
  return { id: randomUUID(), at: new Date().toISOString() };
}

function placesOf(apps: readonly string[]): readonly string[] {
  return apps.length > 0 ? apps : [''];
}

function denies(grant: Grant, { client, apps, tool, effect }: DenialScope): boolean {
  return (
    grant.denies === effect && grant.client === client && grant.tool === tool && placesOf(apps).includes(grant.app)
  );
}

function covers(grant: Grant, { client, app, tool }: GrantScope): boolean {
  if (grant.denies !== null) return false;
  return grant.client === client && grant.app === app && (grant.tool === null || grant.tool === tool);
}

function write(file: string, grants: readonly Grant[]): Promise<void> {
  const always = grants.filter(({ lasts }) => lasts === 'always');
  return atomicWrite(file, `${JSON.stringify({ version: 1, grants: always }, null, 2)}\n`);
}

/** An unreadable file grants nothing, and is kept as `.bad`. */
function read(file: string, log: Log | undefined): readonly Grant[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  try {
    return kept.parse(JSON.parse(text)).grants;
  } catch (error) {
    log?.('warn', `${file} cannot be read; it grants nothing and is kept as ${file}.bad`, error);
    moveFileSync(file, `${file}.bad`);
    return [];
  }
}

/** How long an answer is valid after its caller stopped waiting, in milliseconds. */
const keptMs = 60_000;

interface Kept {
  readonly answer: PermissionAnswer;
  /** By the clock of `Date.now()`. */
  readonly until: number;
}

/**
 * Answers given after their caller had stopped waiting: the same call finds its answer when repeated. Each counts once,
 * for exactly that act on that target.
 */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();

  keep(act: string, answer: PermissionAnswer): void {
    for (const [other, { until }] of this.#kept) if (until <= Date.now()) this.#kept.delete(other);
    this.#kept.set(digest(act), { answer, until: Date.now() + keptMs });
  }

  /** Null if there is none, or it has expired. */
  take(act: string): PermissionAnswer | null {
    const key = digest(act);
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    return kept && kept.until > Date.now() ? kept.answer : null;
  }
}

/** Masked arguments are kept only as a hash. */
function digest(act: string): string {
  return createHash('sha256').update(act).digest('base64');
}
