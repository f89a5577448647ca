import { Agent, request as startRequest, type IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { parseMessages, type Message } from './message.ts';

export interface Request {
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
  /** What the server says in an answer that is no success; `onMessage` does not hear it. */
  readonly refusal: readonly Message[];
}

/** A kept connection would break in the middle of the next request when the app ends: a new one says that it is gone. */
const agent = new Agent({ keepAlive: false });

/** One exchange over HTTP, to the end of its answer; JSON and event streams alike. Rejects when the server is gone. */
export async function exchange({ method, url, headers, body, signal, onMessage }: Request): Promise<Answer> {
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
  const hear = status < 300 ? onMessage : (message: Message) => void refusal.push(message);
  const stream = response.headers['content-type']?.startsWith('text/event-stream') === true;
  if (stream) await readEvents(response, hear);
  else for (const message of parseMessages(await readText(response)) ?? []) hear(message);
  return { status, session: typeof session === 'string' ? session : undefined, refusal };
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): of each, only its data. */
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
