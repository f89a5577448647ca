/**
 * How an agent and its model speak: one of the three languages that agents have for it.
 * @typedef {object} Dialect
 * @property {(asked: Asked) => Offered[]} toolsIn what the agent offers, as it offers it
 * @property {(asked: Asked) => string} answerIn the text of the last answer of a tool
 * @property {(item: Item, number: number) => object[]} events what the model says, as server-sent events
 * @property {string} prefix what the agent puts before the names of our tools
 */
/** @typedef {{ name: string }} Offered */
/** @typedef {string | { text?: string }[]} Text */
/** @typedef {{ type: string, content?: Text }} Block */
/** @typedef {{ functionResponse?: { response?: { output?: Text } } }} Part */
/**
 * What an agent asks, in whichever language.
 * @typedef {object} Asked
 * @property {(Offered & { tools?: Offered[], functionDeclarations?: Offered[] })[]} [tools]
 * @property {{ type: string, output?: Text }[]} [input] OpenAI's
 * @property {{ content: string | Block[] }[]} [messages] Anthropic's
 * @property {{ parts?: Part[] }[]} [contents] Google's
 */
/** @typedef {{ call: { name: string, args: object } } | { text: string }} Item */

/**
 * OpenAI's Responses API: https://platform.openai.com/docs/api-reference/responses-streaming. Tools of a server come as one
 * group, and are called by the name of the group beside their own.
 * @param {string} namespace of our tools; empty for those of the agent itself
 * @returns {Dialect}
 */
export function responses(namespace) {
  return {
    prefix: '',
    toolsIn: ({ tools = [] }) =>
      tools.filter(({ name }) => namespace !== '' && name === namespace).flatMap((group) => group.tools ?? []),
    answerIn: ({ input = [] }) => textOf(input.filter(({ type }) => type === 'function_call_output').at(-1)?.output),
    events(item, number) {
      const id = `response_${number}`;
      const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
      return [
        { type: 'response.created', response: { id } },
        { type: 'response.output_item.done', output_index: 0, item: outputItem(item, number, namespace) },
        { type: 'response.completed', response: { id, usage } },
      ];
    },
  };
}

/**
 * @param {Item} item
 * @param {number} number
 * @param {string} namespace
 */
function outputItem(item, number, namespace) {
  if ('text' in item) {
    return { type: 'message', id: 'message', role: 'assistant', content: [{ type: 'output_text', text: item.text }] };
  }
  const id = `call_${number}`;
  const { name, args } = item.call;
  const own = { type: 'function_call', id, call_id: id, name, arguments: JSON.stringify(args) };
  return namespace === '' ? own : { ...own, namespace };
}

/**
 * Anthropic's Messages API: https://docs.anthropic.com/en/api/messages-streaming
 * @type {Dialect}
 */
export const messages = {
  prefix: 'mcp__desk__',
  toolsIn: ({ tools = [] }) => tools.filter(({ name }) => name.startsWith('mcp__desk__')),
  answerIn: ({ messages: said = [] }) =>
    textOf(
      said
        .flatMap(({ content }) => (Array.isArray(content) ? content : []))
        .filter(({ type }) => type === 'tool_result')
        .at(-1)?.content,
    ),
  events(item, number) {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const start = { id: `msg_${number}`, type: 'message', role: 'assistant', model: 'scripted', content: [], usage };
    const isText = 'text' in item;
    const block = isText
      ? { type: 'text', text: '' }
      : { type: 'tool_use', id: `toolu_${number}`, name: item.call.name, input: {} };
    const delta = isText
      ? { type: 'text_delta', text: item.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(item.call.args) };
    return [
      { type: 'message_start', message: { ...start, stop_reason: null, stop_sequence: null } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: isText ? 'end_turn' : 'tool_use', stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
  },
};

/**
 * Google's generateContent: https://ai.google.dev/api/generate-content
 * @type {Dialect}
 */
export const contents = {
  prefix: 'mcp_desk_',
  toolsIn: ({ tools = [] }) =>
    tools
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .filter(({ name }) => name.startsWith('mcp_desk_')),
  answerIn: ({ contents: said = [] }) => {
    const answers = said.flatMap(({ parts = [] }) => parts).flatMap(({ functionResponse }) => functionResponse ?? []);
    return textOf(answers.at(-1)?.response?.output);
  },
  events(item) {
    const part = 'text' in item ? { text: item.text } : { functionCall: item.call };
    return [
      {
        candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      },
    ];
  },
};

/**
 * A text, or the texts of several parts.
 * @param {Text | undefined} output
 */
function textOf(output = '') {
  return typeof output === 'string' ? output : output.map(({ text = '' }) => text).join('\n');
}
