import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { createKeptHashes, hashOfText, type KeptHashes } from '../../base/files/kept-hashes.ts';
import { isThisMachine } from '../../base/parse-url.ts';
import type { ParsedConfig } from './parse-config.ts';
import type { RemoteConfig } from './schema.ts';

/** The programs and hosts of a configuration, for the decision about it. */
export interface AskedServers {
  readonly file: string;
  /** One for each program and machine, by name: `Start “python” “-m” “notes”`. */
  readonly starts: readonly string[];
  /** Constant as long as the file and the programs it names are. */
  readonly hash: string;
}

/** Settles where it is allowed. @throws AppError `permission_denied` */
export type MayStart = (asked: AskedServers, signal: AbortSignal) => Promise<void>;

/**
 * Lets somebody decide before anything of a configuration is started or reached: it may come from anyone.
 * @throws AppError `permission_denied`
 */
export async function ensureMayStart(
  { config, text }: Pick<ParsedConfig, 'config' | 'text'>,
  { file, mayStart, signal }: { readonly file: string; readonly mayStart: MayStart; readonly signal: AbortSignal },
): Promise<void> {
  const computers = Object.values(config).flatMap((roots) => Object.values(roots));
  const servers = computers.flatMap(({ data_collection, action }) => [...data_collection, ...action]);
  const remote = servers.filter((server): server is RemoteConfig => server.type !== 'local');
  const starts = [...new Set(remote.flatMap((server) => startOf(server, text.includes('${'))))];
  if (starts.length === 0) return;
  await mayStart({ file, starts, hash: hashOfText(JSON.stringify([starts, text])) }, signal);
}

/** Configurations whose programs a person allowed, kept in the profile; a changed one is another. */
export function allowedServers(profile: string | undefined): KeptHashes {
  return createKeptHashes(profile === undefined ? null : path.join(profile, 'allowed-servers.json'), 'configurations');
}

/**
 * Used if nobody can be asked: allows servers that a person allowed in the app, and refuses all others, naming what
 * they would start.
 */
export function refuseServers(allowed: Pick<KeptHashes, 'has'>, hint: string): MayStart {
  return async ({ file, starts, hash }) => {
    if (await allowed.has(hash)) return;
    throw new AppError('permission_denied', `The configuration ${file} would do this: ${starts.join('; ')}.`, {
      hint: `Read it. If that is what you want, ${hint}.`,
      delivery: 'not_delivered',
    });
  };
}

/** The user who runs a program written for it has allowed its servers already. */
export const allowServers: MayStart = () => Promise.resolve();

/**
 * Values of variables and headers may be secret: only their names are shown. Any program may listen on this machine, so
 * a local address needs no question only if the file sends it no such values.
 */
function startOf(server: RemoteConfig, namesVariables: boolean): readonly string[] {
  if (server.type === 'stdio') {
    const { command, start_args, cwd, env } = server;
    const place = cwd === '.' ? '' : ` in ${whole(cwd)}`;
    return [`Start ${[command, ...start_args].map(whole).join(' ')}${place}${withNames('the variables', env)}`];
  }
  const { hostname, origin } = new URL(server.url ?? `http://${server.host}:${server.port}${server.path}`);
  const isGiven = namesVariables || Object.keys(server.headers).length > 0;
  if (isThisMachine(hostname) && !isGiven) return [];
  return [`Reach ${whole(origin)}${withNames('the headers', server.headers)}`];
}

function withNames(what: string, values: Readonly<Record<string, string>>): string {
  const names = Object.keys(values);
  return names.length === 0 ? '' : `, with ${what} ${names.map(whole).join(', ')}`;
}

/** Nothing is truncated: unseen text is not allowed. */
function whole(text: string): string {
  return quoted(text, Infinity);
}
