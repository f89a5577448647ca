import { createServer } from 'node:http';

/** @typedef {import('./dialects.mjs').Dialect} Dialect */
/** @typedef {import('./dialects.mjs').Asked} Asked */
/** @typedef {import('./dialects.mjs').Item} Item */

/**
 * One call of a tool, and what came of it.
 * @typedef {object} Call
 * @property {string} name
 * @property {object} args
 * @property {boolean} [isSearch] whether the agent's own search is called, not a tool of ours
 * @property {string} [answer] its text
 * @property {boolean} [picture] whether the model was given a picture with the answer
 * @property {string} [searched] what the tool was found by, if it was not offered at once
 */

/**
 * A script: yields the calls it wants, one after another, is given each of them with its answer, and returns what the model says
 * in the end.
 * @typedef {Generator<Call, string, Required<Pick<Call, 'answer' | 'picture'>> & {
 *   offered: readonly string[], searched: readonly string[] }>} Script
 */

/** Search words of a model that must search its tools. */
const usualWords = 'use the calculator on the desktop: windows, click, screenshot, keys';

/**
 * A language model that knows one thing: it answers an agent with the calls of a script. What is real is the agent, which
 * believes it: it lists our tools, calls them and passes the answers on.
 * @param {Script} script
 * @param {Dialect} dialect what the agent speaks
 * @param {{ onlyWithTools?: boolean, searchWords?: string }} [options] whether the agent also asks beside its work, without tools; these
 *   questions are no part of the script
 * @returns {Promise<{ url: string, calls: Call[], offered: { name: string }[], readonly asked: string, close: () => void }>}
 *   `offered` is what of our tools stood before the model in its first request, `asked` all that the agent said then, as JSON; `url` has no path
 */
export async function startScriptedModel(script, dialect, { onlyWithTools = false, searchWords = usualWords } = {}) {
  /** @type {Call[]} */
  const calls = [];
  /** @type {{ name: string }[]} */
  const offered = [];
  /** A call whose tool is searched for first. @type {Call | null} */
  let wanted = null;
  let asked = '';
  let turns = 0;
  let pictures = 0;
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      if (!isTurn(request)) respondJson(response, { object: 'list', data: [{ id: 'scripted', object: 'model' }] });
      else if (onlyWithTools && (body.tools ?? []).length === 0) {
        respond(request, response, dialect.events({ text: '{}' }, 0));
      } else {
        if (asked === '') offered.push(...dialect.toolsIn(body));
        asked ||= JSON.stringify(body);
        respond(request, response, dialect.events(next(body), ++turns));
      }
    });
  });
  /**
   * @param {Asked} body
   * @returns {Item}
   */
  const next = (body) => {
    const names = dialect.toolsIn(body).map(({ name }) => name);
    if (wanted) {
      const call = wanted;
      wanted = null;
      calls.push({ ...call, searched: searchWords });
      return { call };
    }
    const last = calls.at(-1);
    if (last) {
      const seen = picturesIn(body);
      last.answer = dialect.answerIn(body);
      last.picture = seen > pictures;
      pictures = seen;
    }
    const { done, value } = script.next({
      answer: last?.answer ?? '',
      picture: last?.picture ?? false,
      offered: names,
      searched: dialect.searchedIn(body),
    });
    if (done) return { text: value };
    if (dialect.search && calls.length === 0 && !value.isSearch && !names.includes(value.name)) {
      wanted = value;
      return { call: { ...dialect.search(searchWords), isSearch: true } };
    }
    calls.push(value);
    return { call: value };
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

/** Agents also request the list of models, and token counts. @param {import('node:http').IncomingMessage} request */
function isTurn({ method, url = '' }) {
  return method === 'POST' && /\/(responses|messages|chat\/completions)(\?|$)|enerateContent/.test(url);
}

/** Number of PNG or JPEG files in an agent's request. @param {Asked} body */
function picturesIn(body) {
  return JSON.stringify(body).match(/iVBORw0KGgo|"\/9j\/|base64,\/9j\//g)?.length ?? 0;
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Asked>} an empty object for invalid JSON
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
 * @param {(object | string)[]} events
 */
function respond({ url = '' }, response, events) {
  // Google has a separate address without streaming.
  if (url.includes(':generateContent')) {
    respondJson(response, events.at(-1) ?? {});
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const event of events) {
    const type = typeof event === 'string' ? undefined : /** @type {{ type?: string }} */ (event).type;
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    response.write(`${type ? `event: ${type}\n` : ''}data: ${data}\n\n`);
  }
  response.end();
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {object | string} body
 */
function respondJson(response, body) {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
