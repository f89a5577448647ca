import { z } from 'zod';

interface ProviderAbout {
  readonly title: string;
  /** Whether its models require a key. */
  readonly key: 'needed' | 'possible' | 'none';
  /** Environment variables for its key; the first one set counts. */
  readonly variables: readonly string[];
  /** Example of a model name. */
  readonly example: string;
}

/** Model providers, by their names in `provider:model`. */
export const modelProviders = {
  openai: { title: 'OpenAI', key: 'needed', variables: ['OPENAI_API_KEY'], example: 'gpt-5' },
  anthropic: { title: 'Anthropic', key: 'needed', variables: ['ANTHROPIC_API_KEY'], example: 'claude-opus-4-6' },
  gemini: {
    title: 'Google Gemini',
    key: 'needed',
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    example: 'gemini-2.5-pro',
  },
  ollama: { title: 'Ollama', key: 'none', variables: [], example: 'qwen2.5vl' },
  local: { title: 'Server on this machine', key: 'possible', variables: [], example: 'any' },
} as const satisfies Readonly<Record<string, ProviderAbout>>;

export type ProviderName = keyof typeof modelProviders;

/** Environment variable read for every provider, before its own. */
export const anyKey = 'DESKSCOPE_MODEL_KEY';

/** A provider whose key can be stored. */
export const keyedProvider = z.enum(['openai', 'anthropic', 'gemini', 'local']);
export type KeyedProvider = z.output<typeof keyedProvider>;

/** Keys go into a header: no line breaks, no control characters. */
export const modelKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,1000}$/, 'expected a key in one line, without spaces');

/** Address of a server on this machine: a page may name no other, since the desktop's pictures would go there. */
export const localAddress = z
  .string()
  .trim()
  .regex(
    /^(https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?(\/[^\s@]*)?)?$/,
    'expected e.g. http://127.0.0.1:8080/v1',
  );

/** Where a provider's key is stored; never the key itself. */
export interface ProviderKey {
  readonly provider: KeyedProvider;
  /** Null if none. A variable takes precedence over a stored key. */
  readonly from: 'variable' | 'keychain' | 'file' | null;
  /** Name of the variable; empty otherwise. */
  readonly variable: string;
}

export interface ModelKeysView {
  /** Whether this system has an encrypting keychain. */
  readonly keychain: boolean;
  /** Storage of keys; a keychain's file holds them encrypted. */
  readonly file: string;
  readonly keys: readonly ProviderKey[];
}
