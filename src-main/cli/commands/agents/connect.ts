import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClientChange, ClientCheck, ClientView } from '#contract/api';
import { AppError, toWire } from '#contract/errors';
import { profileFolder } from '../../../base/files/profile-folder.ts';
import { bridgeProgram, ownProgram, readEndpoint } from '../../../setup/clients/endpoint.ts';
import {
  allowBundle,
  checkBundle,
  refuseBundle,
  viewBundle,
  buildBundle,
  bundleClient,
} from '../../../setup/clients/bundle.ts';
import { checkClient } from '../../../setup/clients/check.ts';
import {
  clientNamed,
  ofClient,
  removeClient,
  viewClient,
  viewClients,
  writeClient,
} from '../../../setup/clients/clients.ts';
import type { Connection, Program } from '../../../setup/clients/connection.ts';
import type { KnownClient } from '../../../setup/clients/known.ts';
import { placesOf } from '../../../setup/clients/places.ts';
import { createClientTokens, type ClientTokens } from '../../../setup/clients/tokens.ts';
import { type Args, allowances, UsageError } from '../../args.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { writeResult } from '../../files.ts';
import { table } from '../../output/output.ts';

export const connect: Command = {
  name: 'connect',
  summary: 'Show, write, check or remove the configuration of agents on this machine.',
  usage:
    'connect [CLIENT [--write | --remove] [--check] [--show-token] [--stdio [--allow observe|act|all]]] [--bundle FILE.mcpb]',
  options: {
    write: { type: 'boolean', help: 'Write the entry to the client’s file, keeping a backup.' },
    remove: { type: 'boolean', help: 'Remove the entry.' },
    check: { type: 'boolean', help: 'Connect with the file’s entry and list the tools.' },
    'show-token': { type: 'boolean', help: 'Print the token.' },
    stdio: { type: 'boolean', help: 'An entry that starts a server of its own, without the app.' },
    allow: { type: 'string', value: 'WHAT', help: 'What agents may do there: observe (default), act or all.' },
    url: { type: 'string', value: 'URL', help: 'Another server; its token is in DESKSCOPE_TOKEN.' },
    profile: { type: 'string', value: 'FOLDER', help: 'Profile folder of the app, if not the default.' },
    bundle: {
      type: 'string',
      value: 'FILE.mcpb',
      help: 'Save a bundle for clients that install servers from files.',
    },
  },
  positionals: [0, 1],
  async run(context, args) {
    const id = args.at(0);
    if (args.flag('write') && args.flag('remove')) throw new UsageError('Use only one of --write and --remove.');
    if (args.flag('check') && args.flag('remove')) throw new UsageError('Use only one of --check and --remove.');
    if (args.flag('stdio') && args.text('url') !== undefined)
      throw new UsageError('Use only one of --stdio and --url.');
    if (!args.flag('stdio') && args.text('allow') !== undefined) throw new UsageError('--allow belongs to --stdio.');
    const bundle = args.text('bundle');
    if (bundle !== undefined) return saveBundle(context, args, bundle);
    if (id === bundleClient) return theBundle(context, args);
    if (id !== '') return oneClient(context, args, clientNamed(id));
    if (args.flag('write') || args.flag('remove') || args.flag('check')) throw new UsageError('Name a client.');
    return allClients(context, args);
  },
};

async function allClients(context: Context, args: Args): Promise<Outcome> {
  const connection = await connectionOf(context, args).catch(() => null);
  const tokens = tokensOf(context, args);
  const hasToken = (id: string) => tokens.of(id) !== undefined;
  const known = await viewClients(placesOf(context.variables), connection, hasToken);
  const clients = [...known, viewBundle(tokens)];
  const rows = clients.map((client) => [client.id, client.title, stateText(client), client.file]);
  const text = table(['CLIENT', 'NAME', 'STATE', 'FILE'], rows, context.paint);
  return { data: { clients: clients.map((client) => ({ ...client, snippet: undefined })) }, text };
}

function stateText({ installed, state }: ClientView): string {
  if (state !== 'absent') return state;
  return installed ? 'installed' : '–';
}

async function oneClient(context: Context, args: Args, client: KnownClient): Promise<Outcome> {
  const places = placesOf(context.variables);
  const tokens = tokensOf(context, args);
  if (args.flag('remove')) {
    await tokens.revoke(client.id);
    return changed('Removed', await removeClient(client, places));
  }
  const check = args.flag('check');
  if (!args.flag('write')) return check ? checked(context, client) : shown(context, args, client);
  const connection = await connectionOf(context, args);
  if (connection.tokenOf) await tokens.make(client.id);
  const written = changed('Written', await writeClient(client, places, connection));
  const next = `${written.text}\n${client.next}`;
  if (!check) return { ...written, text: next };
  const outcome = await checked(context, client);
  return { ...outcome, data: { ...written.data, ...outcome.data }, text: `${next}\n${outcome.text}` };
}

async function shown(context: Context, args: Args, client: KnownClient): Promise<Outcome> {
  const connection = await connectionOf(context, args);
  if (connection.tokenOf && args.flag('show-token')) await tokensOf(context, args).make(client.id);
  const view = await viewClient(client, placesOf(context.variables), connection);
  const open = args.flag('show-token') || connection.server !== undefined;
  const snippet = open ? view.snippet : view.snippet.replaceAll(ofClient(client, connection).token, '…');
  const text = `${context.paint('dim', `${view.file} (${stateText(view)})`)}\n${snippet}`;
  return { data: { client: { ...view, snippet } }, text };
}

function changed(done: string, change: ClientChange): Outcome {
  const { file, changed: different, backup, open } = change;
  const lines = [
    different ? `${done}: ${file}` : `Nothing to do: ${file}`,
    ...(backup === null ? [] : [`The old file is ${backup}`]),
    ...(open ? ['Other users of this machine can read this file, and the token in it.'] : []),
  ];
  return { data: { ...change }, text: lines.join('\n') };
}

/** What saved bundles use: they may be open in clients that Deskscope does not know. */
async function theBundle(context: Context, args: Args): Promise<Outcome> {
  const tokens = tokensOf(context, args);
  if (args.flag('remove')) return changed('Removed', await refuseBundle(tokens));
  const written = args.flag('write') ? changed('Written', await allowBundle(tokens)) : null;
  if (!args.flag('check')) {
    const client = viewBundle(tokens);
    return written ?? { data: { client }, text: `${client.file} (${stateText(client)})` };
  }
  const { bridge } = await connectionOf(context, args);
  const outcome = connected('The bundle', await checkBundle(bridge, context));
  return { ...outcome, text: [written?.text, outcome.text].filter(Boolean).join('\n') };
}

async function checked({ variables, version, signal }: Context, client: KnownClient): Promise<Outcome> {
  return connected(client.title, await checkClient(client, placesOf(variables), { version, signal }));
}

function connected(title: string, check: ClientCheck): Outcome {
  const text = check.ok ? `${title} can connect: ${check.tools} tools in ${Math.round(check.elapsedMs)} ms.` : '';
  const failed = new AppError('not_found', check.text, { hint: check.hint });
  return { data: { check }, text, ...(!check.ok && { error: toWire(failed) }) };
}

/** The server that a flag names, or the one of the running app. @throws AppError `not_found` */
async function connectionOf(context: Context, args: Args): Promise<Connection> {
  const { variables } = context;
  const profile = args.text('profile') ?? profileFolder(variables);
  const url = args.text('url');
  const token = variables['DESKSCOPE_TOKEN'];
  if (url !== undefined && !token) throw new UsageError('--url needs the variable DESKSCOPE_TOKEN.');
  const bridge = bridgeProgram(bridgeFile(context), profile);
  if (args.flag('stdio')) return { url: '', token: '', bridge, server: serverProgram(context, args) };
  if (url !== undefined && token) return { url, token, bridge };
  const { clientTokens, ...endpoint } = await readEndpoint(profile);
  const tokens = createClientTokens(profile);
  return { ...endpoint, ...(clientTokens && { tokenOf: (client: string) => tokens.of(client) }), bridge };
}

function tokensOf(context: Context, args: Args): ClientTokens {
  return createClientTokens(args.text('profile') ?? profileFolder(context.variables));
}

async function saveBundle(context: Context, args: Args, file: string): Promise<Outcome> {
  const bridge = await readFile(bridgeFile(context)).catch((cause: unknown) => {
    throw new AppError('file_error', 'The bridge is not built.', { hint: 'Run `npm run build` first.', cause });
  });
  await tokensOf(context, args).make(bundleClient);
  await writeResult(file, buildBundle({ bridge, version: context.version, endpointFile: null }));
  return { data: { file }, text: `Saved ${file}.` };
}

function serverProgram({ engineEntry }: Context, args: Args): Program {
  const allow = args.choice('allow', allowances);
  return ownProgram(path.join(path.dirname(engineEntry), 'cli.js'), [
    'mcp',
    '--stdio',
    ...(allow === undefined ? [] : ['--allow', allow]),
  ]);
}

/** Built beside the engine. */
function bridgeFile({ engineEntry }: Context): string {
  return path.join(path.dirname(engineEntry), 'bridge.js');
}
