import { pipeline, Transform, type Readable, type Writable } from 'node:stream';
import { serveStdio as serveConnection, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import '../../base/polyfill-crypto.ts';
import { createToolSession, type ToolSession } from '../../tools/session/tool-session.ts';
import { buildServer } from '../protocol/build-server.ts';
import type { ServerParts } from '../protocol/server-parts.ts';
import { readMessages, type Refusal, isTooDeep, maxBodyBytes, tooDeep, tooLarge } from './client-message.ts';

const newline = 0x0a;
/** How many bytes of both ends of an overlong line are kept: they contain the id of the request. */
const endBytes = 1_024;

export interface StdioServer {
  /** Settles when the client closes its end. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * MCP over standard input and output, both eras; one client, one session. Nothing else may write to standard output. On
 * Windows, Electron's main process has no standard input: there this runs in a separate process.
 */
export function serveStdio(
  parts: ServerParts,
  client: { readonly input?: Readable; readonly output?: Writable; readonly session?: ToolSession } = {},
): StdioServer {
  const { input = process.stdin, output = process.stdout, session = createToolSession() } = client;
  const closed = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    output.once('error', () => resolve());
  });
  const handle = serveConnection(({ era }) => buildServer(parts, () => session, era === 'legacy' ? 'server' : 'none'), {
    transport: new StdioServerTransport(
      pipeline(input, readableLines(output), () => undefined),
      output,
    ),
    onerror: (error) => parts.log('warn', 'MCP over stdio', error),
  });
  void closed.then(() => {
    parts.scope.host?.leave(session);
    parts.runner.leave(session);
  });
  return { closed, close: () => handle.close() };
}

/** Passes on the messages that can be read, and answers the others, for which the protocol's own reader has no words. */
function readableLines(output: Writable): Transform {
  const refuse = (refusal: Refusal) => void output.write(`${JSON.stringify(refusal)}\n`);
  const refuseUnread = (message: string, head: Buffer, tail: Buffer) => {
    const id = requestIdIn(head.toString('utf8'), tail.toString('utf8'));
    refuse({ jsonrpc: '2.0', id, error: { code: -32_600, message } });
  };
  const readable = (line: Buffer): Buffer => {
    const text = line.toString('utf8');
    if (text.trim() === '') return Buffer.alloc(0);
    if (isTooDeep(text)) {
      refuseUnread(tooDeep, line.subarray(0, endBytes), line.subarray(-endBytes));
      return Buffer.alloc(0);
    }
    const { passed, refused } = readMessages(text);
    refused.forEach(refuse);
    return Buffer.from(passed.map((message) => `${JSON.stringify(message)}\n`).join(''));
  };
  const line = new BoundedLine(maxBodyBytes);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const whole: Buffer[] = [];
      let from = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        line.add(chunk.subarray(from, end + 1));
        const { head, tail } = line;
        const taken = line.take();
        if (taken) whole.push(readable(taken));
        else refuseUnread(tooLarge, head, tail);
        from = end + 1;
      }
      line.add(chunk.subarray(from));
      done(null, Buffer.concat(whole));
    },
    flush(done) {
      const rest = line.take();
      done(null, rest && readable(rest));
    },
  });
}

/** Parts of a line; only the two ends of an overlong one are kept. */
class BoundedLine {
  readonly #most: number;
  #parts: Buffer[] = [];
  #size = 0;
  /** Its first bytes. */
  head: Buffer = Buffer.alloc(0);
  /** Its last bytes. */
  tail: Buffer = Buffer.alloc(0);

  constructor(most: number) {
    this.#most = most;
  }

  add(part: Buffer): void {
    this.#size += part.length;
    if (this.head.length < endBytes) this.head = Buffer.concat([this.head, part.subarray(0, endBytes)]);
    this.tail = Buffer.concat([this.tail, part.subarray(-endBytes)]).subarray(-endBytes);
    if (this.#size > this.#most) this.#parts = [];
    else this.#parts.push(part);
  }

  /** Null if it was too long. */
  take(): Buffer | null {
    const line = this.#size > this.#most ? null : Buffer.concat(this.#parts);
    [this.#parts, this.#size, this.head, this.tail] = [[], 0, Buffer.alloc(0), Buffer.alloc(0)];
    return line;
  }
}

const jsonText = String.raw`"(?:[^"\\]|\\.)*"`;

const jsonMember = String.raw`${jsonText}\s*:\s*(?:${jsonText}|-?\d[\d.eE+-]*|true|false|null)\s*`;

const firstMembers = new RegExp(String.raw`^\s*\{(?:\s*${jsonMember}[,}])+`);

const lastMembers = new RegExp(String.raw`(?:,\s*${jsonMember})+\}\s*$`);

/**
 * The id of a request that is not parsed as a whole, from the text before its first object or array and after its last:
 * some clients write the id first, others last. Null unless it is marked as a request, which an answer is not.
 */
export function requestIdIn(head: string, tail: string): string | number | null {
  const members = { ...parsedMembers(firstMembers.exec(head)), ...parsedMembers(lastMembers.exec(tail)) };
  const { method, id } = members as { readonly method?: unknown; readonly id?: unknown };
  return typeof method === 'string' && (typeof id === 'string' || typeof id === 'number') ? id : null;
}

function parsedMembers(members: RegExpExecArray | null): object {
  const inner = (members?.[0] ?? '').trim().replace(/^[{,]|[,}]$/g, '');
  try {
    return JSON.parse(`{${inner}}`) as object;
  } catch {
    return {};
  }
}
