import { exchange, type Answer } from './exchange.ts';
import { derivedHeaders, envelopeVersion, type Message } from './message.ts';

export interface Endpoint {
  readonly url: string;
  readonly token: string;
}

type Hear = (message: Message) => void;

/** What the 2025 era keeps from message to message. */
interface Session {
  readonly initialize: Message;
  readonly id: string | undefined;
  readonly version: string | undefined;
}

const farewellMs = 2_000;
const relistenMs = 1_000;

/**
 * The HTTP side of the bridge: adds what HTTP wants (token, session, derived headers), and opens a session again that the
 * server does not know any more, without the client noticing.
 */
export class Wire {
  readonly #endpoint: () => Endpoint;
  readonly #unasked: Hear;
  #session: Session | null = null;
  #listening: AbortController | null = null;

  /** `endpoint` is asked before every exchange: after a restart the app may listen elsewhere. */
  constructor(endpoint: () => Endpoint, unasked: Hear) {
    this.#endpoint = endpoint;
    this.#unasked = unasked;
  }

  /** Sends one message and settles at the end of its answer. Rejects when no one answers. */
  async send(message: Message, signal: AbortSignal, hear: Hear): Promise<Answer> {
    if (message.method === 'initialize') return this.#initialize(message, signal, hear);
    const known = this.#session;
    const answer = await this.#post(message, signal, hear);
    if (answer.status !== 404 || !known || envelopeVersion(message) !== undefined) return answer;
    if (known === this.#session) await this.#reopen(known, signal);
    return this.#post(message, signal, hear);
  }

  /** What the server says unasked comes on a stream of its own in the 2025 era. Ends when there is none. */
  async listen(): Promise<void> {
    this.#listening?.abort();
    const { signal } = (this.#listening = new AbortController());
    while (!signal.aborted && this.#session?.id !== undefined) {
      const answer = await this.#exchange('GET', signal).catch(() => null);
      if (answer?.status !== 200) return;
      await new Promise((resolve) => setTimeout(resolve, relistenMs).unref());
    }
  }

  /** Says farewell, so that what the session has under way ends. */
  async close(): Promise<void> {
    this.#listening?.abort();
    if (this.#session?.id === undefined) return;
    await this.#exchange('DELETE', AbortSignal.timeout(farewellMs)).catch(() => undefined);
  }

  async #initialize(message: Message, signal: AbortSignal, hear: Hear): Promise<Answer> {
    let version: string | undefined;
    const answer = await this.#post(message, signal, (reply) => {
      const agreed = reply.result?.['protocolVersion'];
      if (typeof agreed === 'string') version = agreed;
      hear(reply);
    });
    this.#session = { initialize: message, id: answer.session, version };
    return answer;
  }

  async #reopen({ initialize }: Session, signal: AbortSignal): Promise<void> {
    await this.#initialize({ ...initialize, id: `again ${Date.now()}` }, signal, () => undefined);
    await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' }, signal, () => undefined);
    void this.listen();
  }

  #post(body: Message, signal: AbortSignal, hear: Hear): Promise<Answer> {
    const { url, token } = this.#endpoint();
    const ofSession = body.method !== 'initialize' && envelopeVersion(body) === undefined;
    const headers = { ...authorization(token), ...(ofSession && this.#sessionHeaders()), ...derivedHeaders(body) };
    return exchange({ method: 'POST', url, headers, body, signal, onMessage: hear });
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
