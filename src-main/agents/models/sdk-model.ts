import {
  generateText,
  jsonSchema,
  NoObjectGeneratedError,
  Output,
  type LanguageModel,
  type LanguageModelUsage,
} from 'ai';
import type { ModelUsage } from '#contract/model/agents/agent';
import { PassingError, repeatedly, toModelError } from './model-requests.ts';
import { type Model, type ModelPart, type ModelReply, type ModelRequest, costOf, type Price } from './model.ts';
import type { PictureLimits } from './pictures.ts';

/** Its warnings would go to the standard output, which holds the command line's answer. */
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface SdkModelOptions {
  /** `provider:model`. */
  readonly name: string;
  readonly model: LanguageModel;
  readonly pictures: PictureLimits;
  /** Of one attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** As in `model-requests.ts`. */
  readonly pausesMs: readonly number[];
  readonly price: Price | null;
  /** Left out of every message, should a server repeat it. */
  readonly key: string | undefined;
  /** False for a model that is told the schema in words. */
  readonly takesSchema: boolean;
}

/** A model behind the AI SDK, from any provider. */
export function createSdkModel(options: SdkModelOptions): Model {
  const { name, pictures, timeoutMs, pausesMs, price, key } = options;
  return {
    name,
    pictures,
    ask: (request, signal) =>
      repeatedly(
        async (attempt) => {
          try {
            const { text, usage } = await generate(options, request, attempt);
            if (text.trim() === '') throw new PassingError(`${name} answered nothing.`);
            return { text, usage: toUsage(usage, price) } satisfies ModelReply;
          } catch (error) {
            throw toModelError(error, { name, key });
          }
        },
        { signal, timeoutMs, pausesMs, name },
      ),
  };
}

/** Requests the schema; the caller parses whatever the model writes. */
async function generate({ model, takesSchema }: SdkModelOptions, request: ModelRequest, signal: AbortSignal) {
  const { system, parts, schema, schemaName } = request;
  const inWords = `\n\nAnswer with one JSON object and nothing else. Its JSON Schema:\n${JSON.stringify(schema)}`;
  try {
    const { text, usage } = await generateText({
      model,
      system: takesSchema ? system : system + inWords,
      messages: [{ role: 'user', content: parts.flatMap(toContent) }],
      output: Output.object({ schema: jsonSchema(schema), name: schemaName }),
      abortSignal: signal,
      // We retry ourselves: the SDK gives up at once on a broken connection.
      maxRetries: 0,
    });
    return { text, usage };
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error) || error.text === undefined) throw error;
    return { text: error.text, usage: error.usage };
  }
}

function toContent(part: ModelPart) {
  if (part.type === 'text') return [{ type: 'text' as const, text: part.text }];
  const { label, bytes, mimeType } = part;
  return [
    { type: 'text' as const, text: label },
    { type: 'image' as const, image: bytes, mediaType: mimeType },
  ];
}

function toUsage(usage: LanguageModelUsage | undefined, price: Price | null): ModelUsage {
  const inputTokens = usage?.inputTokens ?? 0;
  const outputTokens = usage?.outputTokens ?? 0;
  return { inputTokens, outputTokens, cost: costOf({ inputTokens, outputTokens }, price) };
}
