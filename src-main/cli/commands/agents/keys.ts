import path from 'node:path';
import { keyedProvider, modelKey, modelProviders, type ProviderKey } from '#contract/model/agents/model-provider';
import { profileFolder } from '../../../base/files/profile-folder.ts';
import { keyFileName, ModelKeys } from '../../../agents/models/keys/model-keys.ts';
import type { Args } from '../../args.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { table } from '../../output/output.ts';
import { keyFrom } from '../../terminal/key-from.ts';
import { UsageError } from '../../usage-error.ts';

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
  return new ModelKeys({ file: path.join(profileFolder(variables), keyFileName), variables, keychain: () => null });
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
  // Without the text: it may be most of a key.
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
