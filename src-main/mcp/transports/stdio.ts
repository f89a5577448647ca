import '../../base/polyfill-crypto.ts';
import { StringDecoder } from 'node:string_decoder';
import { pipeline, Transform, type Readable, type Writable } from 'node:stream';
import { serveStdio as serveConnection, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { isTooDeep, tooDeep } from './json-depth.ts';
import { createToolSession } from '../../tools/tool-session.ts';
import { buildServer, type ServerParts } from '../protocol/build-server.ts';

export interface StdioServer {
  /** Settles when the client closes its end. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * MCP over standard input and output, both eras; one client, one session. Nothing else may write to standard output.
 * On Windows, Electron's main process has no standard input: there this runs in a process of its own.
 */
export function serveStdio(
  parts: ServerParts,
  streams: { readonly input?: Readable; readonly output?: Writable } = {},
): StdioServer {
  const { input = process.stdin, output = process.stdout } = streams;
  const session = createToolSession();
  const closed = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    output.once('error', () => resolve());
  });
  const handle = serveConnection(({ era }) => buildServer(parts, () => session, era === 'legacy' ? 'server' : 'none'), {
    transport: new StdioServerTransport(
      pipeline(input, shallowLines(output), () => undefined),
      output,
    ),
    onerror: (error) => parts.log('warn', 'MCP over stdio', error),
  });
  void closed.then(() => parts.scope.host?.leave(session));
  return { closed, close: () => handle.close() };
}

/** Passes on the lines that can be read, and answers the others, for which the protocol's own reader has no words. */
function shallowLines(output: Writable): Transform {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const readable = (line: string) => {
    if (!isTooDeep(line)) return true;
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: tooDeep } })}\n`);
    return false;
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      done(
        null,
        lines
          .filter(readable)
          .map((line) => `${line}\n`)
          .join(''),
      );
    },
    flush: (done) => done(null, readable(rest) ? rest : ''),
  });
}
