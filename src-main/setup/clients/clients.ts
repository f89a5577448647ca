import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ClientView, ClientChange } from '#contract/api';
import { AppError, toWire } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { bridgeOf } from './endpoint.ts';
import { changeFile, inFile, readText, type FileChange } from './config-file.ts';
import {
  entryName,
  entryOf,
  mergeEntry,
  plainProgram,
  programEntry,
  programIn,
  wireOf,
  type Connection,
  type Entry,
  type Wire,
} from './connection.ts';
import { edit, readEntry, type EntryPath } from './formats/format.ts';
import { knownClients, type KnownClient } from './known.ts';
import type { Places } from './places.ts';
import { formats } from './formats/formats.ts';

/** The client of that id. @throws AppError `not_found` with the known ones */
export function clientNamed(id: string): KnownClient {
  const client = knownClients.find((known) => known.id === id);
  if (client) return client;
  const ids = knownClients.map((known) => known.id).join(', ');
  throw new AppError('not_found', `${quoted(id)} is not a known client.`, { hint: `Use one of ${ids}.` });
}

/** Whether the client of that id has its own token. */
export type HasToken = (id: string) => boolean;

/** Every known client's state on this machine. `connection` is null while the server is off. */
export function viewClients(
  places: Places,
  connection: Connection | null,
  hasToken?: HasToken,
): Promise<readonly ClientView[]> {
  return Promise.all(knownClients.map((client) => viewClient(client, places, connection, hasToken)));
}

export async function viewClient(
  client: KnownClient,
  places: Places,
  connection: Connection | null,
  hasToken: HasToken = () => false,
): Promise<ClientView> {
  const { id, title, format, next } = client;
  const file = client.file(places);
  const trace = client.trace?.(places) ?? path.dirname(file);
  const { state, problem } = await stateOf(client, places, connection);
  return {
    id,
    title,
    file,
    state,
    problem,
    next,
    installed: existsSync(trace) || existsSync(file) || isOnPath(client, places),
    language: languages[format],
    snippet: connection ? snippetOf(client, connection) : '',
    link: client.link !== undefined,
    token: hasToken(id),
  };
}

const languages = { json: 'json', jsonc: 'json', toml: 'toml', yaml: 'yaml', yamlList: 'yaml' } as const;

/** Installed, though perhaps never started. */
function isOnPath({ program }: KnownClient, { platform, variables }: Places): boolean {
  if (program === undefined) return false;
  const names = platform === 'win32' ? ['.exe', '.cmd', '.ps1'].map((end) => program + end) : [program];
  const folders = (variables[platform === 'win32' ? 'Path' : 'PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return folders.some((folder) => names.some((name) => existsSync(path.join(folder, name))));
}

/** The content of a client's file that holds only our entry. */
export function snippetOf(client: KnownClient, connection: Connection): string {
  return formats[client.format].set('', pathOf(client), entryFor(client, connection));
}

function entryFor(client: KnownClient, connection: Connection): Entry {
  const { server } = connection;
  if (server) return programEntry(client.starts ?? plainProgram, server);
  return entryOf(client.shape, ofClient(client, connection));
}

function wireIn(client: KnownClient, entry: unknown): Wire | null {
  return wireOf(client.shape, entry) ?? programIn(client.starts ?? plainProgram, entry);
}

/** Placeholder for a token that is made when needed. */
const tokenToCome = '(a token of its own, made when this is written or copied)';

/** The connection with the client's own token, where the server takes such: its bridge is reported whose to use. */
export function ofClient({ id }: KnownClient, connection: Connection): Connection {
  const { tokenOf } = connection;
  if (!tokenOf) return connection;
  return { ...connection, token: tokenOf(id) ?? tokenToCome, bridge: bridgeOf(connection.bridge, id) };
}

/** Writes our entry; the same twice changes nothing. @throws AppError `file_error`, `busy` */
export async function writeClient(client: KnownClient, places: Places, connection: Connection): Promise<ClientChange> {
  if (client.needsFile && !existsSync(client.file(places))) {
    throw new AppError('file_error', `${client.title} has no configuration of its own yet: ${client.file(places)}.`, {
      hint: 'A file with only servers would have no model. Create one with a model first.',
    });
  }
  const done = await change(client, places, (old) => mergeEntry(old, entryFor(client, connection)));
  // A server that the client starts needs no token.
  return connection.server ? { ...done, open: false } : done;
}

/** @throws AppError `file_error`, `busy` */
export async function removeClient(client: KnownClient, places: Places): Promise<ClientChange> {
  return { ...(await change(client, places, () => undefined)), open: false };
}

async function change(client: KnownClient, places: Places, next: Next): Promise<ClientChange> {
  const file = client.file(places);
  const done = await changeIn(client, file, next);
  const others = [];
  for (const other of othersOf(client, places)) others.push(await changeIn(client, other, () => undefined));
  const changed = [done, ...others].find((one) => one.changed) ?? done;
  return { file, ...changed, open: done.open };
}

type Next = (old: unknown) => Readonly<Record<string, unknown>> | undefined;

function changeIn(client: KnownClient, file: string, next: Next): Promise<FileChange> {
  const format = formats[client.format];
  return changeFile(file, (text) => edit(format, text, pathOf(client), next(readEntry(format, text, pathOf(client)))));
}

function othersOf({ file, others }: KnownClient, places: Places): readonly string[] {
  const own = file(places);
  return (others?.(places) ?? []).filter((other) => other !== own && existsSync(other));
}

/** Our entry in the client's file. @throws AppError `file_error`; `not_found` if there is none */
export async function readWire(client: KnownClient, places: Places): Promise<Wire> {
  const file = client.file(places);
  const entry = await readFileEntry(client, file);
  const wire = wireIn(client, entry);
  if (wire) return wire;
  const why = entry === undefined ? 'says nothing about' : 'has an entry without an address for';
  throw new AppError('not_found', `${file} ${why} ${entryName}.`, { hint: 'Write the configuration first.' });
}

async function stateOf(
  client: KnownClient,
  places: Places,
  connection: Connection | null,
): Promise<Pick<ClientView, 'state' | 'problem'>> {
  try {
    const entry = await readFileEntry(client, client.file(places));
    for (const other of othersOf(client, places)) {
      if ((await readFileEntry(client, other)) !== undefined) return { state: 'outdated', problem: '' };
    }
    if (entry === undefined) return { state: 'absent', problem: '' };
    const wire = wireIn(client, entry);
    // A server that the client starts itself has no address that could be an old one.
    const same = connection && (startsServer(wire) || sameWire(wire, wireIn(client, entryFor(client, connection))));
    return { state: same === false ? 'outdated' : 'configured', problem: '' };
  } catch (error) {
    const { message, hint } = toWire(error);
    return { state: 'unreadable', problem: `${message} ${hint}` };
  }
}

async function readFileEntry(client: KnownClient, file: string): Promise<unknown> {
  const text = await readText(file);
  return inFile(file, () => readEntry(formats[client.format], text, pathOf(client)));
}

function startsServer(wire: Wire | null): boolean {
  return wire?.kind === 'stdio' && wire.args.includes('--stdio');
}

function sameWire(a: Wire | null, b: Wire | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function pathOf({ servers }: KnownClient): EntryPath {
  return [servers, entryName];
}
