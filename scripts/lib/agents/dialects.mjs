/**
 * How an agent and its model speak: one of the four languages that agents have for it.
 * @typedef {object} Dialect
 * @property {(asked: Asked) => Offered[]} toolsIn what the agent offers of ours, by our names
 * @property {(asked: Asked) => string} answerIn the text of the last answer of a tool
 * @property {(item: Item, number: number) => (object | string)[]} events what the model says, as server-sent events
 * @property {((words: string) => { name: string, args: object }) | null} search how its model searches tools, if it can
 * @property {(asked: Asked) => readonly string[]} searchedIn what of ours the last search found, by our names, best first
 */
/** @typedef {{ name: string }} Offered */
/** @typedef {string | { text?: string }[]} Text */
/** @typedef {{ type?: string, text?: string, content?: Text }} Block */
/** @typedef {{ functionResponse?: { response?: { output?: Text, error?: Text } } }} Part */
/** @typedef {Offered & { type?: string, function?: Offered, tools?: Offered[], functionDeclarations?: Offered[] }} Tool */
/**
 * What an agent asks, in whichever language.
 * @typedef {object} Asked
 * @property {Tool[]} [tools]
 * @property {boolean} [stream]
 * @property {{ type: string, output?: Text, tools?: Tool[] }[]} [input] OpenAI's Responses
 * @property {{ role: string, content: string | Block[] }[]} [messages] Anthropic's, and OpenAI's Chat Completions
 * @property {{ parts?: Part[] }[]} [contents] Google's
 */
/** @typedef {{ call: { name: string, args: object, isSearch?: boolean } } | { text: string }} Item */

/**
 * OpenAI's Responses API: https://platform.openai.com/docs/api-reference/responses-streaming. Tools of a server come as one
 * group, and are called by the name of the group beside their own.
 * @param {string} namespace of our tools; empty for those of the agent itself
 * @returns {Dialect}
 */
export function responses(namespace) {
  const ours = (/** @type {Tool[]} */ tools) =>
    tools.filter(({ name }) => namespace !== '' && name === namespace).flatMap((group) => group.tools ?? []);
  return {
    // From then on, a search's results are offered.
    toolsIn: ({ tools = [], input = [] }) => [
      ...ours(tools),
      ...input.filter(({ type }) => type === 'tool_search_output').flatMap((found) => ours(found.tools ?? [])),
    ],
    answerIn: ({ input = [] }) =>
      textOf(
        input.filter(({ type }) => type === 'function_call_output' || type === 'custom_tool_call_output').at(-1)
          ?.output,
      ),
    events(item, number) {
      const id = `response_${number}`;
      const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
      return [
        { type: 'response.created', response: { id } },
        { type: 'response.output_item.done', output_index: 0, item: outputItem(item, number, namespace) },
        { type: 'response.completed', response: { id, usage } },
      ];
    },
    search: (query) => ({ name: 'tool_search', args: { query, limit: 8 } }),
    searchedIn: ({ input = [] }) =>
      ours(input.filter(({ type }) => type === 'tool_search_output').at(-1)?.tools ?? []).map(({ name }) => name),
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
  const { name, args, isSearch } = item.call;
  if (isSearch) return { type: 'tool_search_call', id, call_id: id, execution: 'client', arguments: args };
  const own = { type: 'function_call', id, call_id: id, name, arguments: JSON.stringify(args) };
  return namespace === '' ? own : { ...own, namespace };
}

/**
 * Anthropic's Messages API: https://docs.anthropic.com/en/api/messages-streaming
 * @param {string} prefix what the agent puts before the names of our tools
 * @returns {Dialect}
 */
export function messages(prefix) {
  return {
    toolsIn: ({ tools = [] }) => ours(tools, prefix),
    answerIn: ({ messages: chat = [] }) =>
      textOf(
        chat
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
        : { type: 'tool_use', id: `toolu_${number}`, name: nameOf(item.call, prefix), input: {} };
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
    search: (query) => ({ name: 'ToolSearch', args: { query, max_results: 5 } }),
    // Beside references, the agent lists tools of newly connected servers.
    searchedIn: ({ messages: chat = [] }) => namesIn(JSON.stringify(chat.at(-1) ?? ''), `"tool_name":"${prefix}`),
  };
}

/**
 * Google's generateContent: https://ai.google.dev/api/generate-content
 * @param {string} prefix what the agent puts before the names of our tools
 * @returns {Dialect}
 */
export function contents(prefix) {
  return {
    toolsIn: ({ tools = [] }) =>
      ours(
        tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations),
        prefix,
      ),
    answerIn: ({ contents: chat = [] }) => {
      const answers = chat.flatMap(({ parts = [] }) => parts).flatMap(({ functionResponse }) => functionResponse ?? []);
      const { output, error } = answers.at(-1)?.response ?? {};
      return textOf(output ?? error);
    },
    events(item) {
      const { call } = 'call' in item ? item : { call: null };
      const part = call ? { functionCall: { name: nameOf(call, prefix), args: call.args } } : item;
      return [
        {
          candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
          usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
        },
      ];
    },
    search: null,
    searchedIn: () => [],
  };
}

/**
 * OpenAI's Chat Completions, which most servers of models speak: https://platform.openai.com/docs/api-reference/chat-streaming
 * @param {string} prefix what the agent puts before the names of our tools
 * @returns {Dialect}
 */
export function completions(prefix) {
  return {
    toolsIn: ({ tools = [] }) =>
      ours(
        tools.flatMap((tool) => tool.function ?? []),
        prefix,
      ),
    answerIn: ({ messages: chat = [] }) => textOf(chat.filter(({ role }) => role === 'tool').at(-1)?.content),
    events(item, number) {
      const base = { id: `chat_${number}`, object: 'chat.completion.chunk', created: 1, model: 'scripted' };
      const call = 'call' in item ? item.call : null;
      const called = call && { name: nameOf(call, prefix), arguments: JSON.stringify(call.args) };
      const chat = called
        ? { content: null, tool_calls: [{ index: 0, id: `call_${number}`, type: 'function', function: called }] }
        : { content: 'text' in item ? item.text : '' };
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      return [
        { ...base, choices: [{ index: 0, delta: { role: 'assistant', ...chat }, finish_reason: null }] },
        { ...base, choices: [{ index: 0, delta: {}, finish_reason: call ? 'tool_calls' : 'stop' }] },
        { ...base, choices: [], usage },
        '[DONE]',
      ];
    },
    search: (query) => ({ name: 'tool_search', args: { query } }),
    searchedIn: ({ messages: chat = [] }) =>
      namesIn(JSON.stringify(chat.filter(({ role }) => role === 'tool').at(-1) ?? ''), prefix),
  };
}

/**
 * @param {{ name: string, isSearch?: boolean }} call
 * @param {string} prefix
 */
function nameOf({ name, isSearch }, prefix) {
  return isSearch ? name : prefix + name;
}

/**
 * @param {Offered[]} tools
 * @param {string} prefix
 * @returns {Offered[]} as they were offered, but for the name
 */
function ours(tools, prefix) {
  return tools.flatMap((tool) =>
    tool.name.startsWith(prefix) ? { ...tool, name: tool.name.slice(prefix.length) } : [],
  );
}

/**
 * Our names in a text with the agent's names, without duplicates.
 * @param {string} text
 * @param {string} prefix
 */
function namesIn(text, prefix) {
  return [...new Set(text.match(new RegExp(`(?<=${prefix})[a-z_]+`, 'g')))];
}

/**
 * A text, or the texts of several parts.
 * @param {Text | undefined} output
 */
function textOf(output = '') {
  if (typeof output === 'string') return output;
  return Array.isArray(output) ? output.map(({ text = '' }) => text).join('\n') : JSON.stringify(output);
}
