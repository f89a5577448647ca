import type { LanguageModel } from 'ai';
import { AppError } from '#contract/errors';
import type { ProviderName } from '#contract/model/agents/model-provider';
import type { Dialect } from './computer/dialect.ts';
import { modelFetch } from './model-requests.ts';
import { pictureLimits, type PictureLimits } from './pictures.ts';

/** What a client of the AI SDK is opened with. */
export interface SdkOptions {
  readonly modelId: string;
  readonly baseURL: string;
  readonly apiKey: string | undefined;
  readonly takesSchema: boolean;
}

export interface Provider {
  /** Null for one that has no address of its own. */
  readonly baseUrl: string | null;
  readonly pictures: PictureLimits;
  /** Loads the provider's client, which nothing else needs. */
  open(options: SdkOptions): Promise<LanguageModel>;
  /**
   * How its models use a computer; missing if they do not. An empty version is the one that the model speaks.
   * @throws AppError `invalid_parameter` for a version that there is not
   */
  readonly dialect?: (modelId: string, version: string) => Promise<Dialect>;
}

/** Any server that speaks OpenAI's chat completions. */
const compatible = {
  pictures: pictureLimits.usual,
  async open({ modelId, baseURL, apiKey, takesSchema }: SdkOptions): Promise<LanguageModel> {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const own = { name: 'compatible', baseURL, supportsStructuredOutputs: takesSchema, fetch: modelFetch };
    return createOpenAICompatible({ ...own, ...(apiKey !== undefined && { apiKey }) }).chatModel(modelId);
  },
} as const;

/** Each has the address and the language that its own clients have. */
export const providers: Readonly<Record<ProviderName, Provider>> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    pictures: pictureLimits.openai,
    async dialect(_, version) {
      onlyOne(version);
      return (await import('./computer/openai.ts')).openaiDialect;
    },
    async open({ modelId, baseURL, apiKey = '' }) {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ baseURL, apiKey, fetch: modelFetch }).responses(modelId);
    },
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    pictures: pictureLimits.anthropic,
    async dialect(modelId, version) {
      const { anthropicDialect, anthropicVersionOf } = await import('./computer/anthropic.ts');
      return anthropicDialect(version || anthropicVersionOf(modelId));
    },
    async open({ modelId, baseURL, apiKey = '' }) {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL, apiKey, fetch: modelFetch })(modelId);
    },
  },
  gemini: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    pictures: pictureLimits.gemini,
    async dialect(_, version) {
      onlyOne(version);
      return (await import('./computer/gemini.ts')).geminiDialect;
    },
    async open({ modelId, baseURL, apiKey = '' }) {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ baseURL, apiKey, fetch: modelFetch })(modelId);
    },
  },
  ollama: { ...compatible, baseUrl: 'http://127.0.0.1:11434/v1' },
  local: { ...compatible, baseUrl: null },
};

function onlyOne(version: string): void {
  if (version !== '')
    throw new AppError('invalid_parameter', `Version ${version} does not exist; there is only one version.`);
}
