import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { pausesMs as usualPausesMs } from './attempts.ts';
import type { Model } from './model.ts';
import type { PictureLimits } from './pictures.ts';
import { anyKey, providers } from './providers.ts';
import type { Price } from './price.ts';
import { createSdkModel } from './sdk-model.ts';

export interface OpenModelOptions {
  /** Where the provider is; its own address where missing. */
  readonly baseUrl?: string | undefined;
  /** Where keys are. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Of one attempt, in milliseconds; 120,000 where missing. */
  readonly timeoutMs?: number;
  /** Between attempts, in milliseconds; as `attempts.ts` has them where missing. */
  readonly pausesMs?: readonly number[];
  /** Of pictures; as the provider's models have them where missing. */
  readonly pictures?: PictureLimits;
  /** False for a server that answers JSON, but of no given schema: then it is told the schema in words. */
  readonly takesSchema?: boolean;
  readonly price?: Price | null;
}

export const providerNames: readonly string[] = Object.keys(providers);

/**
 * @param name `provider:model`
 * @throws AppError `invalid_parameter` for a provider that is not known, an address that is none, a key that is missing or
 *   would travel unencrypted
 */
export async function openModel(name: string, options: OpenModelOptions): Promise<Model> {
  const { variables, timeoutMs = 120_000, pausesMs = usualPausesMs, takesSchema = true, price = null } = options;
  const { provider, providerName, modelId, version } = named(name);
  const baseUrl = addressOf(options.baseUrl ?? provider.baseUrl, providerName);
  const key = [anyKey, ...provider.keys].map((variable) => variables[variable]).find(Boolean);
  if (!key && provider.needsKey && options.baseUrl === undefined) {
    throw wrong(`There is no key for ${providerName}.`, `Set the variable ${[...provider.keys, anyKey].join(' or ')}.`);
  }
  if (key && !isPrivate(baseUrl)) {
    throw wrong(`The key would travel unencrypted to ${baseUrl.host}.`, 'Use https, or a server on this machine.');
  }
  const baseURL = baseUrl.href.replace(/\/$/, '');
  const { pictures = provider.pictures } = options;
  if (version !== undefined && provider.dialect) {
    const { createComputerModel } = await import('./computer/computer-model.ts');
    const dialect = await provider.dialect(modelId, version);
    return createComputerModel({ name, modelId, dialect, baseURL, key, pictures, timeoutMs, pausesMs, price });
  }
  const model = await provider.open({ modelId, baseURL, apiKey: key, takesSchema });
  return createSdkModel({ name, model, timeoutMs, pausesMs, pictures, takesSchema, price, key });
}

/** `provider:model`, or `provider-computer:model` for its use of a computer; with a date for one version of that. */
const naming = /^(?<provider>[a-z]+)(?<computer>-computer(?:-(?<version>\d{8}))?)?:(?<model>.+)$/;

/** Whether it acts at places of a picture. */
export function isComputer(name: string): boolean {
  return withoutComputer(name) !== name;
}

/** The same model, answering in the form of the schema. */
export function withoutComputer(name: string): string {
  return name.replace(/^([a-z]+)-computer(-\d{8})?:/, '$1:');
}

function named(name: string) {
  const { provider: providerName = '', computer, version = '', model: modelId = '' } = naming.exec(name)?.groups ?? {};
  const provider = Object.hasOwn(providers, providerName) ? providers[providerName] : undefined;
  if (!provider || (computer && !provider.dialect)) {
    const dialects = providerNames.filter((one) => providers[one]?.dialect).map((one) => `${one}-computer`);
    throw wrong(
      `${quoted(name)} is no model.`,
      `Give it as PROVIDER:MODEL; providers are ${[...providerNames, ...dialects].join(', ')}.`,
    );
  }
  return { provider, providerName, modelId, version: computer ? version : undefined };
}

function addressOf(given: string | null, provider: string): URL {
  if (given === null) throw wrong(`${provider} has no address of its own.`, 'Give it with --base-url.');
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw wrong(`${quoted(given)} is no address of a server.`, 'It begins with http:// or https://.');
  }
  return url;
}

/** No one else reads what goes there. */
function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

function wrong(message: string, hint: string): AppError {
  return new AppError('invalid_parameter', message, { hint });
}
