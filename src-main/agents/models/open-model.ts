import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import {
  anyKey,
  keyedProvider,
  modelProviders,
  type KeyedProvider,
  type ProviderName,
} from '#contract/model/agents/model-provider';
import { mask } from '#contract/model/tools/tool-call';
import { parseUrl, isThisMachine } from '../../base/parse-url.ts';
import { pausesMs as usualPausesMs } from './model-requests.ts';
import { keyVariable } from './keys/model-keys.ts';
import type { Model, Price } from './model.ts';
import type { PictureLimits } from './pictures.ts';
import { providers } from './providers.ts';
import { createSdkModel } from './sdk-model.ts';

export interface OpenModelOptions {
  /** Where the provider is; its own address by default. */
  readonly baseUrl?: string | undefined;
  /** Where the provider `local` is, if `baseUrl` does not report it; empty for nowhere. */
  readonly localUrl?: string | undefined;
  /** Where keys are, before those that are kept. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Returns a kept key, or null; none by default. It is sent to the provider's own address only. */
  readonly keptKey?: ((provider: KeyedProvider) => Promise<string | null>) | undefined;
  /** Of one attempt, in milliseconds; 120,000 by default. */
  readonly timeoutMs?: number;
  /** Between attempts, in milliseconds; as `model-requests.ts` has them by default. */
  readonly pausesMs?: readonly number[];
  /** Of pictures; as the provider's models have them by default. */
  readonly pictures?: PictureLimits;
  /** False for a server that answers JSON without a schema: it gets the schema in words. */
  readonly takesSchema?: boolean;
  readonly price?: Price | null;
}

export const providerNames = Object.keys(providers) as readonly ProviderName[];

/**
 * @param name `provider:model`
 * @throws AppError `invalid_parameter` for a provider that is not known, an address that is none, a key that is missing or
 *   would travel unencrypted
 */
export async function openModel(name: string, options: OpenModelOptions): Promise<Model> {
  const { timeoutMs = 120_000, pausesMs = usualPausesMs, takesSchema = true, price = null } = options;
  const { provider, providerName, modelId, version } = named(name);
  const ownUrl = providerName === 'local' ? options.localUrl || null : provider.baseUrl;
  const baseUrl = addressOf(options.baseUrl ?? ownUrl, providerName);
  const key = await keyFor(providerName, options);
  if (key && !isPrivate(baseUrl)) {
    throw wrong(`The key would travel unencrypted to ${baseUrl.host}.`, 'Use https, or a server on this machine.');
  }
  const baseURL = baseUrl.href.replace(/\/$/, '');
  const { pictures = provider.pictures } = options;
  if (version !== undefined && provider.dialect) {
    const { createComputerModel } = await import('./computer/computer-model.ts');
    const dialect = await provider.dialect(modelId, version);
    const own = { name, modelId, dialect, baseURL, key, pictures, timeoutMs, pausesMs, price };
    return withoutKey(createComputerModel(own), key);
  }
  const model = await provider.open({ modelId, baseURL, apiKey: key, takesSchema });
  return withoutKey(createSdkModel({ name, model, timeoutMs, pausesMs, pictures, takesSchema, price, key }), key);
}

/** `provider:model`, or `provider-computer:model` for its use of a computer; with a date for one version of that. */
const naming = /^(?<provider>[a-z]+)(?<computer>-computer(?:-(?<version>\d{8}))?)?:(?<model>.+)$/;

/** Whether it acts at points of a picture. */
export function isComputer(name: string): boolean {
  return withoutComputer(name) !== name;
}

/** The same model, answering by the schema. */
export function withoutComputer(name: string): string {
  return name.replace(/^([a-z]+)-computer(-\d{8})?:/, '$1:');
}

/**
 * @throws AppError `invalid_parameter` if there is none and the provider requires one; what reading a kept one throws
 */
async function keyFor(provider: ProviderName, options: OpenModelOptions): Promise<string | undefined> {
  const { variables, baseUrl, keptKey } = options;
  const variable = keyVariable(provider, variables);
  if (variable !== undefined) return variables[variable];
  if (baseUrl !== undefined) return undefined;
  const keyed = keyedProvider.safeParse(provider);
  const kept = keyed.success ? await keptKey?.(keyed.data) : null;
  if (kept) return kept;
  const { key, variables: own, title } = modelProviders[provider];
  if (key !== 'needed') return undefined;
  throw wrong(
    `There is no key for ${title}.`,
    `Set the variable ${[...own, anyKey].join(' or ')}, or keep it: in Settings, or by \`deskscope keys set ${provider}\`.`,
  );
}

function named(name: string) {
  const { provider = '', computer, version = '', model: modelId = '' } = naming.exec(name)?.groups ?? {};
  const providerName = providerNames.find((one) => one === provider);
  if (!providerName || (computer && !providers[providerName].dialect)) {
    const dialects = providerNames.filter((one) => providers[one].dialect).map((one) => `${one}-computer`);
    throw wrong(
      `${quoted(name)} is no model.`,
      `Give it as PROVIDER:MODEL; providers are ${[...providerNames, ...dialects].join(', ')}.`,
    );
  }
  return { provider: providers[providerName], providerName, modelId, version: computer ? version : undefined };
}

function addressOf(given: string | null, provider: string): URL {
  if (given === null) throw wrong(`${provider} has no address of its own.`, 'Give it in Settings, or with --base-url.');
  const url = parseUrl(given);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw wrong(`${quoted(given)} is no address of a server.`, 'It begins with http:// or https://.');
  }
  return url;
}

/** Nobody else can read the traffic to it. */
function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isThisMachine(hostname);
}

function wrong(message: string, hint: string): AppError {
  return new AppError('invalid_parameter', message, { hint });
}

/** Minimum length of a key, in characters: a shorter one is no secret, and occurs in ordinary words. */
const shortestKey = 8;

/** The same model, with the key removed from answers that repeat it, since the run keeps answers. */
function withoutKey(model: Model, key: string | undefined): Model {
  if (key === undefined || key.length < shortestKey) return model;
  return {
    ...model,
    async ask(request, signal) {
      const { text, ...reply } = await model.ask(request, signal);
      return { ...reply, text: text.replaceAll(key, mask) };
    },
  };
}
