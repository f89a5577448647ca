import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { keyedProvider, modelKey, modelProviders, type ProviderKey } from '#contract/model/agents/model-provider';
import { AppError } from '#contract/errors';
import { profileFolder } from '../../../base/files/profile-folder.ts';
import { keyFileName, ModelKeys } from '../../../agents/models/keys/model-keys.ts';
import { type Args, UsageError } from '../../args.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { table } from '../../output/output.ts';
import { agrees, ask } from '../../terminal/ask.ts';

export const keys: Command = {
  name: 'keys',
  summary: 'Show, store or remove API keys for model providers.',
  usage: 'keys [list | set PROVIDER [--in-file] | remove PROVIDER]',
  options: {
    'in-file': {
      type: 'boolean',
      help: 'Store it in a file only you can read (mode 0600), without a prompt. For the system keychain use Settings in the app.',
    },
  },
  positionals: [0, 2],
  async run(context, args) {
    switch (args.at(0) || 'list') {
      case 'list':
        return list(context);
      case 'set':
        return set(context, args);
      case 'remove': {
        const provider = providerIn(args);
        await keysOf(context).remove(provider);
        return list(context);
      }
      default:
        throw new UsageError('keys takes list, set or remove.');
    }
  },
};

/** Plain Node has no keychain. */
export function keysOf({ variables }: Pick<Context, 'variables'>): ModelKeys {
  return new ModelKeys({
    file: path.join(profileFolder(variables), keyFileName),
    variables,
    keychain: () => Promise.resolve(null),
  });
}

async function list(context: Context): Promise<Outcome> {
  const { file, keys: known } = await keysOf(context).view();
  const rows = known.map((key) => [key.provider, placeOf(key, file)]);
  return { data: { file, keys: known }, text: table(['PROVIDER', 'ITS KEY'], rows, context.paint) };
}

async function set(context: Context, args: Args): Promise<Outcome> {
  const provider = providerIn(args);
  const kept = keysOf(context);
  const { file } = await kept.view();
  const about = { title: modelProviders[provider].title, file, inFile: args.flag('in-file') };
  const key = modelKey.safeParse(await keyFrom(process.stdin, context, about));
  // Without the text, which may be most of a key.
  if (!key.success) throw new UsageError('Not a valid key: a key is one line without spaces.');
  await kept.set(provider, key.data, true);
  return list(context);
}

function providerIn(args: Args) {
  const found = keyedProvider.safeParse(args.at(1));
  if (!found.success) throw new UsageError(`Name the provider: ${keyedProvider.options.join(', ')}.`);
  return found.data;
}

function placeOf({ from, variable, provider }: ProviderKey, file: string): string {
  switch (from) {
    case 'variable':
      return `in the variable ${variable}`;
    case 'keychain':
      return 'in the system’s keychain, which only the app asks';
    case 'file':
      return `in ${file}`;
    case null:
      return modelProviders[provider].key === 'needed' ? 'none' : 'none, and it may need none';
  }
}

interface KeyAbout {
  /** The provider's. */
  readonly title: string;
  readonly file: string;
  /** It was said already that the file may hold it. */
  readonly inFile: boolean;
}

/** More is not a key. */
const mostCharacters = 10_000;

/**
 * A key, typed at the terminal without being shown, or all of a pipe; never an argument, which others on the machine see.
 * @throws UsageError for a pipe if nobody can be asked; AppError `cancelled` for a no
 */
export async function keyFrom(
  input: NodeJS.ReadStream,
  { streams, signal }: Pick<Context, 'streams' | 'signal'>,
  { title, file, inFile }: KeyAbout,
): Promise<string> {
  if (!input.isTTY) {
    if (!inFile) throw new UsageError(`There is no terminal to prompt on. Pass --in-file to store the key in ${file}.`);
    return readAll(input);
  }
  const shown = { on: true };
  const output = new Writable({
    write(chunk, _, done) {
      if (shown.on) streams.err.write(String(chunk));
      done();
    },
  });
  const lines = createInterface({ input, output, terminal: true });
  try {
    const question = `No keychain is available here. Store the key in ${file}, readable only by you (mode 0600)?`;
    if (!inFile && !(await agrees(lines, question, signal))) throw new AppError('cancelled', 'Nothing was stored.');
    streams.err.write(`Key of ${title} (not shown): `);
    shown.on = false;
    const key = await ask(lines, '', signal);
    streams.err.write('\n');
    return key;
  } finally {
    lines.close();
  }
}

async function readAll(input: NodeJS.ReadStream): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.length > mostCharacters) break;
  }
  return text;
}
