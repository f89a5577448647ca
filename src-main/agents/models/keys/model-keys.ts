import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import {
  anyKey,
  keyedProvider,
  modelProviders,
  type KeyedProvider,
  type ModelKeysView,
  type ProviderKey,
  modelKey,
} from '#contract/model/agents/model-provider';
import { atomicWrite } from '../../../base/files/atomic-write.ts';
import type { Keychain } from './keychain.ts';

export interface ModelKeysOptions {
  /** The file in which they are kept. */
  readonly file: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Queried when a key is kept or used; null if there is none that encrypts. */
  readonly keychain: () => Promise<Keychain | null>;
}

/** The file of keys in a profile. */
export const keyFileName = 'model-keys.json';

/** The variable that holds the key of a provider. */
export function keyVariable(provider: string, variables: ModelKeysOptions['variables']): string | undefined {
  const own = Object.hasOwn(modelProviders, provider) ? modelProviders[provider as KeyedProvider].variables : [];
  return [anyKey, ...own].find((name) => variables[name]);
}

/**
 * Keys of providers: kept in the system's keychain or, at the user's request, in a file of theirs. No page receives a
 * key.
 */
export class ModelKeys {
  readonly #options: ModelKeysOptions;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: ModelKeysOptions) {
    this.#options = options;
  }

  /** Where each key is. @throws AppError `file_error` */
  async view(): Promise<ModelKeysView> {
    const { file, variables, keychain } = this.#options;
    const kept = await readKeyFile(file);
    const keys = keyedProvider.options.map((provider): ProviderKey => {
      const variable = keyVariable(provider, variables) ?? '';
      return { provider, from: variable === '' ? placeOf(kept[provider]) : 'variable', variable };
    });
    return { keychain: (await keychain()) !== null, file, keys };
  }

  /**
   * Keeps a key in the keychain, replacing the previous one.
   * @param inFile keep it in plain text, in a file that only the user may read
   * @throws AppError `unsupported_platform` if there is no keychain and `inFile` is not set; `file_error`
   */
  async set(provider: KeyedProvider, key: string, inFile: boolean): Promise<void> {
    const kept = inFile ? { plain: key } : { sealed: await this.#seal(key) };
    await this.#change((keys) => ({ ...keys, [provider]: kept }));
  }

  /** @throws AppError `file_error` */
  async remove(provider: KeyedProvider): Promise<void> {
    await this.#change(({ [provider]: _, ...others }) => others);
  }

  /** The key that is kept; null if none is. @throws AppError `file_error`, `unsupported_platform` if only a keychain opens it */
  async kept(provider: KeyedProvider): Promise<string | null> {
    const kept = (await readKeyFile(this.#options.file))[provider];
    if (!kept) return null;
    return 'plain' in kept ? kept.plain : this.#open(provider, kept.sealed);
  }

  async #seal(key: string): Promise<string> {
    const keychain = await this.#options.keychain();
    if (!keychain) {
      throw new AppError('unsupported_platform', 'No encrypting keychain is available.', {
        hint: 'Keep the key in a variable, or say that a file of yours may hold it.',
      });
    }
    return Buffer.from(await keychain.seal(key)).toString('base64');
  }

  async #open(provider: KeyedProvider, sealed: string): Promise<string> {
    const keychain = await this.#options.keychain();
    const { title, variables } = modelProviders[provider];
    const variable = variables[0] ?? anyKey;
    if (!keychain) {
      throw new AppError(
        'unsupported_platform',
        `The key of ${title} is in the system’s keychain, which cannot be asked here.`,
        {
          hint: `Only the app can request it. Set the variable ${variable}, or keep it in a file: deskscope keys set ${provider} --in-file.`,
        },
      );
    }
    try {
      return await keychain.open(Buffer.from(sealed, 'base64'));
    } catch {
      throw new AppError('file_error', `The keychain does not open the key of ${title} any more.`, {
        hint: 'Set it again in Settings.',
      });
    }
  }

  /** One after the other: each change starts from the result of the previous one. */
  #change(change: (keys: KeptKeys) => KeptKeys): Promise<void> {
    const done = this.#queue.then(async () => {
      const { file } = this.#options;
      await writeKeyFile(file, change(await readKeyFile(file)));
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

function placeOf(kept: KeptKey | undefined): ProviderKey['from'] {
  if (!kept) return null;
  return 'plain' in kept ? 'file' : 'keychain';
}

/** A kept key: `sealed` by a keychain, in base64, or `plain` at the user's request. */
const keptKey = z.union([z.strictObject({ sealed: z.base64().min(1) }), z.strictObject({ plain: modelKey })]);

type KeptKey = z.output<typeof keptKey>;

const keyFile = z.object({ version: z.literal(1), keys: z.partialRecord(keyedProvider, keptKey) });

type KeptKeys = Readonly<Partial<Record<KeyedProvider, KeptKey>>>;

/** @throws AppError `file_error` for what cannot be read, and for keys that others may read */
async function readKeyFile(file: string): Promise<KeptKeys> {
  const found = await open(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unreadable(file);
  });
  if (!found) return {};
  try {
    const { mode } = await found.stat();
    // Windows has no modes: there, only the user may read the profile's folder.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) throw openToOthers(file);
    return keyFile.parse(JSON.parse(await found.readFile('utf8'))).keys;
  } catch (error) {
    // No cause: messages of parsers quote their input.
    throw error instanceof AppError ? error : unreadable(file);
  } finally {
    await found.close();
  }
}

/** For the user alone (mode 0600). @throws AppError `file_error` */
async function writeKeyFile(file: string, keys: KeptKeys): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await atomicWrite(file, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`);
  } catch (cause) {
    throw new AppError('file_error', `${file} could not be written.`, { cause });
  }
}

function unreadable(file: string): AppError {
  return new AppError('file_error', `The keys in ${file} cannot be read.`, {
    hint: 'Fix the file, or remove it and set the keys again.',
  });
}

function openToOthers(file: string): AppError {
  return new AppError('file_error', `Other users can read the keys in ${file}.`, {
    hint: `Run chmod 600 ${file}, and treat the keys in it as compromised.`,
  });
}
