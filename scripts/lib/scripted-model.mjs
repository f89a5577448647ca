import { createServer } from 'node:http';

/**
 * One call of a tool, and what it answered.
 * @typedef {{ name: string, args: object, answer?: string }} Call
 */

/**
 * A script: yields the calls it wants, one after another, is given the answer of each, and returns what the model says
 * in the end.
 * @typedef {Generator<Call, string, string>} Script
 */

/**
 * A language model that knows one thing: it answers the OpenAI Responses API with the calls of a script. What is real is
 * the agent, which believes it: it lists our tools, calls them and passes the answers on.
 * https://platform.openai.com/docs/api-reference/responses-streaming
 * @param {Script} script
 * @param {string} namespace in which the agent offers our tools; empty for those of its own
 * @returns {Promise<{ url: string, calls: Call[], offered: string[], readonly asked: string, close: () => void }>} `asked` is
 *   all that the agent said at first, as JSON
 */
export async function startScriptedModel(script, namespace) {
  /** @type {Call[]} */
  const calls = [];
  /** @type {string[]} */
  const offered = [];
  let asked = '';
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      if (offered.length === 0) offered.push(...toolsIn(body, namespace));
      asked ||= JSON.stringify(body);
      respond(response, calls.length, next(body));
    });
  });
  /** @param {ModelRequest} body */
  const next = (body) => {
    const last = calls.at(-1);
    if (last) last.answer = answerIn(body);
    const { done, value } = last ? script.next(last.answer ?? '') : script.next('');
    if (done) return message(value);
    calls.push(value);
    return functionCall(value, namespace, calls.length);
  };
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    offered,
    get asked() {
      return asked;
    },
    close,
  };
}

/** @typedef {{ type: string, output?: string | { text?: string }[] }} Item */
/** @typedef {{ name?: string, tools?: { name: string }[] }} Offer */
/** @typedef {{ input?: Item[], tools?: Offer[] }} ModelRequest */

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<ModelRequest>}
 */
async function readJson(request) {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  /** @type {unknown} */
  const body = text === '' ? {} : JSON.parse(text);
  return /** @type {ModelRequest} */ (body);
}

/**
 * @param {ModelRequest} body
 * @param {string} namespace
 */
function toolsIn({ tools = [] }, namespace) {
  return tools.filter(({ name }) => name === namespace).flatMap((group) => (group.tools ?? []).map(({ name }) => name));
}

/** @param {ModelRequest} body */
function answerIn({ input = [] }) {
  const output = input.filter(({ type }) => type === 'function_call_output').at(-1)?.output ?? '';
  return typeof output === 'string' ? output : output.map(({ text = '' }) => text).join('\n');
}

/** @param {string} text */
function message(text) {
  return { type: 'message', id: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
}

/**
 * @param {Call} call
 * @param {string} namespace
 * @param {number} number
 */
function functionCall({ name, args }, namespace, number) {
  const id = `call_${number}`;
  const own = { type: 'function_call', id, call_id: id, name, arguments: JSON.stringify(args) };
  return namespace === '' ? own : { ...own, namespace };
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} number
 * @param {object} item
 */
function respond(response, number, item) {
  const id = `response_${number}`;
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  const events = [
    { type: 'response.created', response: { id } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id, usage } },
  ];
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}
