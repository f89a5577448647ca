import { z } from 'zod';

interface ProviderAbout {
  readonly title: string;
  /** Whether its models want a key. */
  readonly key: 'needed' | 'possible' | 'none';
  /** In which its users keep their key, the first that is set. */
  readonly variables: readonly string[];
  /** A model of it, as a hint what to write. */
  readonly example: string;
}

/** Where models come from, by what they are called in `provider:model`. */
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

/** The variable that is read for every provider, before its own. */
export const anyKey = 'DESKSCOPE_MODEL_KEY';

/** One whose key can be kept. */
export const keyedProvider = z.enum(['openai', 'anthropic', 'gemini', 'local']);
export type KeyedProvider = z.output<typeof keyedProvider>;

/** A key goes into a header: no line breaks, no control characters. */
export const modelKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,1000}$/, 'expected a key in one line, without spaces');

/** The address of a server on this machine: a page names no other, to which the desktop's pictures would go. */
export const localAddress = z
  .string()
  .trim()
  .regex(
    /^(https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?(\/[^\s@]*)?)?$/,
    'expected e.g. http://127.0.0.1:8080/v1',
  );

/** Where the key of a provider is; never the key itself. */
export interface ProviderKey {
  readonly provider: KeyedProvider;
  /** Null if there is none. A variable comes before what is kept. */
  readonly from: 'variable' | 'keychain' | 'file' | null;
  /** Which variable; empty for another place. */
  readonly variable: string;
}

export interface ModelKeysView {
  /** Whether this system has a keychain that encrypts. */
  readonly keychain: boolean;
  /** Where keys are kept; the file of a keychain's holds them encrypted. */
  readonly file: string;
  readonly keys: readonly ProviderKey[];
}
