import { Agent, request as startRequest, type IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { derivedHeaders, envelopeVersion, type Message, parseMessages } from './message.ts';

export interface Endpoint {
  readonly url: string;
  readonly token: string;
}

type ReplyHandler = (message: Message) => void;

/** The state that the 2025 era keeps between messages. */
interface Session {
  readonly initialize: Message;
  readonly id: string | undefined;
  readonly version: string | undefined;
}

const farewellMs = 2_000;
const relistenMs = 1_000;

/**
 * The HTTP side of the bridge: adds what HTTP requires (token, session, derived headers), and silently reopens a
 * session that the server no longer knows.
 */
export class Wire {
  readonly #endpoint: () => Endpoint;
  readonly #unasked: ReplyHandler;
  #session: Session | null = null;
  #listening: AbortController | null = null;

  /** `endpoint` is called before every exchange: after a restart the app may listen elsewhere. */
  constructor(endpoint: () => Endpoint, unasked: ReplyHandler) {
    this.#endpoint = endpoint;
    this.#unasked = unasked;
  }

  /** Sends one message and settles at the end of its answer. Rejects if there is no answer. */
  async send(message: Message, signal: AbortSignal, onReply: ReplyHandler): Promise<Answer> {
    if (message.method === 'initialize') return this.#initialize(message, signal, onReply);
    const known = this.#session;
    const answer = await this.#post(message, signal, onReply);
    if (answer.status !== 404 || !known || envelopeVersion(message) !== undefined) return answer;
    if (known === this.#session) await this.#reopen(known, signal);
    return this.#post(message, signal, onReply);
  }

  /** In the 2025 era, the server's own messages arrive on a separate stream. Ends if there is none. */
  async listen(): Promise<void> {
    this.#listening?.abort();
    const { signal } = (this.#listening = new AbortController());
    while (!signal.aborted && this.#session?.id !== undefined) {
      const answer = await this.#exchange('GET', signal).catch(() => null);
      if (answer?.status !== 200) return;
      await new Promise((resolve) => setTimeout(resolve, relistenMs).unref());
    }
  }

  /** Closes the session, so that its pending calls end. */
  async close(): Promise<void> {
    this.#listening?.abort();
    if (this.#session?.id === undefined) return;
    await this.#exchange('DELETE', AbortSignal.timeout(farewellMs)).catch(() => undefined);
  }

  async #initialize(message: Message, signal: AbortSignal, onReply: ReplyHandler): Promise<Answer> {
    let version: string | undefined;
    const answer = await this.#post(message, signal, (reply) => {
      const agreed = reply.result?.['protocolVersion'];
      if (typeof agreed === 'string') version = agreed;
      onReply(reply);
    });
    this.#session = { initialize: message, id: answer.session, version };
    return answer;
  }

  async #reopen({ initialize }: Session, signal: AbortSignal): Promise<void> {
    await this.#initialize({ ...initialize, id: `again ${Date.now()}` }, signal, () => undefined);
    await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' }, signal, () => undefined);
    void this.listen();
  }

  #post(body: Message, signal: AbortSignal, onReply: ReplyHandler): Promise<Answer> {
    const { url, token } = this.#endpoint();
    const ofSession = body.method !== 'initialize' && envelopeVersion(body) === undefined;
    const headers = { ...authorization(token), ...(ofSession && this.#sessionHeaders()), ...derivedHeaders(body) };
    return exchange({ method: 'POST', url, headers, body, signal, onMessage: onReply });
  }

  async #exchange(method: 'GET' | 'DELETE', signal: AbortSignal): Promise<Answer> {
    const { url, token } = this.#endpoint();
    const headers = { ...authorization(token), ...this.#sessionHeaders() };
    return exchange({ method, url, headers, signal, onMessage: this.#unasked });
  }

  #sessionHeaders(): Readonly<Record<string, string>> {
    const { id, version } = this.#session ?? {};
    return {
      ...(id !== undefined && { 'Mcp-Session-Id': id }),
      ...(version !== undefined && { 'MCP-Protocol-Version': version }),
    };
  }
}

function authorization(token: string): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${token}` };
}

interface Request {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Message;
  readonly signal: AbortSignal;
  readonly onMessage: (message: Message) => void;
}

export interface Answer {
  readonly status: number;
  readonly session: string | undefined;
  /** The server's messages in an unsuccessful answer; they are not passed to `onMessage`. */
  readonly refusal: readonly Message[];
}

/** A kept connection would break in the middle of the next request when the app ends; a new one is refused at once. */
const agent = new Agent({ keepAlive: false });

/** One exchange over HTTP, to the end of its answer; JSON and event streams alike. Rejects when the server is gone. */
async function exchange({ method, url, headers, body, signal, onMessage }: Request): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = startRequest(url, {
      method,
      agent,
      signal,
      headers: {
        ...headers,
        Accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
        ...(body && { 'Content-Type': 'application/json' }),
      },
    });
    request.once('response', resolve).once('error', reject);
    request.end(body && JSON.stringify(body));
  });
  const session = response.headers['mcp-session-id'];
  const status = response.statusCode ?? 0;
  const refusal: Message[] = [];
  const onReply = status < 300 ? onMessage : (message: Message) => void refusal.push(message);
  const stream = response.headers['content-type']?.startsWith('text/event-stream') === true;
  if (stream) await readEvents(response, onReply);
  else for (const message of parseMessages(await readText(response)) ?? []) onReply(message);
  return { status, session: typeof session === 'string' ? session : undefined, refusal };
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): only the data of each. */
async function readEvents(response: IncomingMessage, onMessage: (message: Message) => void): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let data: string[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.write(chunk)).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line !== '') continue;
      for (const message of parseMessages(data.join('\n')) ?? []) onMessage(message);
      data = [];
    }
  }
}
