/** The token counts of each scripted answer. */
export const usage = { inputTokens: 1_000, outputTokens: 100 } as const;

/** A text in the form of the provider whose address was requested. */
export function replyIn(url: string, text: string): string {
  return JSON.stringify(bodyIn(url, text));
}

function bodyIn(url: string, text: string): object {
  if (url.endsWith('/responses')) return openaiReply([openaiText(text)]);
  if (url.endsWith('/messages')) return anthropicReply([{ type: 'text', text }]);
  if (url.endsWith(':generateContent')) return geminiReply([{ text }]);
  const { inputTokens: prompt_tokens, outputTokens: completion_tokens } = usage;
  const message = { role: 'assistant', content: text };
  return {
    id: 'one',
    object: 'chat.completion',
    created: 0,
    model: 'test',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}

/** OpenAI's Responses API. */
export function openaiReply(output: readonly object[]): object {
  const { inputTokens: input_tokens, outputTokens: output_tokens } = usage;
  const about = { id: 'one', object: 'response', created_at: 0, model: 'test', status: 'completed' };
  return { ...about, output, usage: { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens } };
}

export function openaiText(text: string): object {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: 'said', role: 'assistant', status: 'completed', content };
}

/** Anthropic's Messages API. */
export function anthropicReply(content: readonly object[]): object {
  const { inputTokens: input_tokens, outputTokens: output_tokens } = usage;
  const about = { id: 'one', type: 'message', role: 'assistant', model: 'test', stop_reason: 'end_turn' };
  return { ...about, stop_sequence: null, content, usage: { input_tokens, output_tokens } };
}

/** Gemini's generateContent. */
export function geminiReply(parts: readonly object[]): object {
  const { inputTokens: promptTokenCount, outputTokens: candidatesTokenCount } = usage;
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      promptTokenCount,
      candidatesTokenCount,
      totalTokenCount: promptTokenCount + candidatesTokenCount,
    },
  };
}
