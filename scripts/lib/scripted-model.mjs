import { createServer } from 'node:http';

/** @typedef {import('./model-dialects.mjs').Dialect} Dialect */
/** @typedef {import('./model-dialects.mjs').Asked} Asked */
/** @typedef {import('./model-dialects.mjs').Item} Item */

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
 * A language model that knows one thing: it answers an agent with the calls of a script. What is real is the agent, which
 * believes it: it lists our tools, calls them and passes the answers on.
 * @param {Script} script
 * @param {Dialect} dialect what the agent speaks
 * @param {{ onlyWithTools?: boolean }} [options] whether the agent also asks beside its work, without our tools; these
 *   questions are no part of the script
 * @returns {Promise<{ url: string, calls: Call[], offered: { name: string }[], readonly asked: string, close: () => void }>}
 *   `asked` is all that the agent said at first, as JSON; `url` has no path
 */
export async function startScriptedModel(script, dialect, { onlyWithTools = false } = {}) {
  /** @type {Call[]} */
  const calls = [];
  /** @type {{ name: string }[]} */
  const offered = [];
  let asked = '';
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      const tools = dialect.toolsIn(body);
      if (onlyWithTools && tools.length === 0) {
        respond(request, response, dialect.events({ text: '{}' }, 0));
        return;
      }
      if (offered.length === 0) offered.push(...tools);
      asked ||= JSON.stringify(body);
      respond(request, response, dialect.events(next(body), calls.length));
    });
  });
  /**
   * @param {Asked} body
   * @returns {Item}
   */
  const next = (body) => {
    const last = calls.at(-1);
    if (last) last.answer = dialect.answerIn(body);
    const { done, value } = last ? script.next(last.answer ?? '') : script.next('');
    if (done) return { text: value };
    calls.push(value);
    return { call: { name: dialect.prefix + value.name, args: value.args } };
  };
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    offered,
    get asked() {
      return asked;
    },
    close,
  };
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Asked>} what is no JSON as an empty object
 */
async function readJson(request) {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  try {
    /** @type {unknown} */
    const body = JSON.parse(text);
    return /** @type {Asked} */ (body);
  } catch {
    return {};
  }
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {object[]} events
 */
function respond({ url = '' }, response, events) {
  // Google has an address for those who want no stream.
  if (url.includes(':generateContent')) {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(events.at(-1)));
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const event of events) {
    const type = /** @type {{ type?: string }} */ (event).type;
    response.write(`${type ? `event: ${type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}
