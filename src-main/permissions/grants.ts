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
  /** The app the tool would act in; an answer for a calculator reports nothing about a terminal. */
  readonly app: string;
  readonly tool: string;
}

/** Wider than that of a yes: any of the apps will do, and what works in none that is known is one place too. */
export interface DenialScope {
  readonly client: string;
  readonly apps: readonly string[];
  readonly tool: string;
  readonly effect: Effect;
}

/**
 * Answers that are remembered: those for this session in memory, for one tool in one app; those for always in a file that
 * only the user can read, for every ordinary act in one app. All for one client, by the name it gives itself.
 */
export interface Grants {
  /** Oldest first. */
  list(): readonly Grant[];
  find(scope: GrantScope): Grant | null;
  findDenial(scope: DenialScope): Grant | null;
  /** Holds at once; settles when it is on disk. A disk that fails costs what was to outlive this session. */
  add(scope: GrantScope, lasts: Grant['lasts']): Promise<void>;
  /** Denies it until the process ends, or it is revoked. */
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

/** @param file where answers for always are kept; none outlives the process if it is missing */
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
  /** What another process has changed meanwhile, as `deskscope permissions` does, holds from the next look on. */
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

/** Tells one state of a file from the next; empty if there is none. */
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

/** What cannot be read grants nothing, and is kept as `.bad`. */
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

/** How long an answer counts whose caller had stopped waiting, in milliseconds. */
const keptMs = 60_000;

interface Kept {
  readonly answer: PermissionAnswer;
  /** By the clock of `Date.now()`. */
  readonly until: number;
}

/**
 * Answers that a person gave when their caller had stopped waiting: the same call finds its answer when it comes again. Each
 * counts once, for that very act on that very target.
 */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();

  keep(act: string, answer: PermissionAnswer): void {
    for (const [other, { until }] of this.#kept) if (until <= Date.now()) this.#kept.delete(other);
    this.#kept.set(digest(act), { answer, until: Date.now() + keptMs });
  }

  /** Null if there is none, or its time has ended. */
  take(act: string): PermissionAnswer | null {
    const key = digest(act);
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    return kept && kept.until > Date.now() ? kept.answer : null;
  }
}

/** Arguments that a question masks are kept in no readable form. */
function digest(act: string): string {
  return createHash('sha256').update(act).digest('base64');
}
