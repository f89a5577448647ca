import { Transform, type Readable, type Writable } from 'node:stream';
import { sleep } from '../../base/async/deadline.ts';
import { withoutMark } from '../../base/byte-order-mark.ts';

/** Answers of the server before it is loaded, recorded by the build. */
export interface KnownAnswers {
  /** Versions of the protocol to which they apply. */
  readonly versions: readonly string[];
  /** The result of `initialize`, without the version. */
  readonly initialize: Readonly<Record<string, unknown>>;
  /** The result of `tools/list`. */
  readonly tools: Readonly<Record<string, unknown>>;
}

/** Lines for the server, and the other way round; to be given to it once it is there. */
export interface EarlyStreams {
  readonly input: Readable;
  readonly output: Writable;
  /**
   * Settles once the client has its list of tools, makes another request or waits. Loading the server blocks for so
   * long that the list would come after it.
   */
  settled(): Promise<void>;
}

/** So long a client may take between its first two requests, in milliseconds: the next comes as soon as the answer is there. */
const nextRequestMs = 150;
/** So long its first request may take, in milliseconds. */
const firstRequestMs = 400;
/** Longer lines are passed on as they come, in bytes. */
const longestLine = 64 * 1_024;
const newline = 0x0a;

/**
 * Answers the handshake and the first list of tools of a client with a known version, while the server is loaded: some
 * clients (Codex 0.171) query their model without the tools of a server that takes longer than a second. The server
 * still receives all lines, since it needs to know the client, except for an answered list; its own answer to the
 * handshake is dropped.
 */
export function answerEarly(known: KnownAnswers, from: Readable, to: Writable): EarlyStreams {
  const client = new EarlyClient(known, (answer) => void to.write(`${JSON.stringify(answer)}\n`));
  const input = withoutLines(
    (line) => client.answers(line),
    () => client.isPassedOn,
  );
  const output = withoutLines(
    (line) => client.isAnswered(line),
    () => client.isPassedOn && !client.isGreeted,
  );
  from.once('error', (error) => input.destroy(error));
  to.once('error', (error) => output.destroy(error));
  from.pipe(input);
  output.pipe(to, { end: false });
  return { input, output, settled: () => client.settled() };
}

/** Forwards lines except those that are taken, and everything unchanged once none can be. */
function withoutLines(isTaken: (line: Buffer) => boolean, isDone: () => boolean): Transform {
  let rest: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      rest = Buffer.concat([rest, chunk]);
      const passed: Buffer[] = [];
      while (!isDone()) {
        const end = rest.indexOf(newline) + 1;
        if (end === 0) break;
        const line = rest.subarray(0, end);
        rest = rest.subarray(end);
        if (!isTaken(line)) passed.push(line);
      }
      if (isDone() || rest.length > longestLine) {
        passed.push(rest);
        rest = Buffer.alloc(0);
      }
      done(null, Buffer.concat(passed));
    },
    flush: (done) => done(null, rest),
  });
}

/** The state of the client so far. */
class EarlyClient {
  readonly #known: KnownAnswers;
  readonly #answer: (message: object) => void;
  readonly #settled: Promise<void>;
  #settle: () => void = () => undefined;
  #state: 'new' | 'greeted' | 'passed on' = 'new';
  /** The id of the handshake, as JSON; null if the server answers it, or has done so. */
  #greeting: string | null = null;

  constructor(known: KnownAnswers, answer: (message: object) => void) {
    this.#known = known;
    this.#answer = answer;
    this.#settled = new Promise((resolve) => (this.#settle = resolve));
  }

  /** True if all its further lines go to the server. */
  get isPassedOn(): boolean {
    return this.#state === 'passed on';
  }

  /** The server's answer to the handshake is still to come. */
  get isGreeted(): boolean {
    return this.#greeting !== null;
  }

  /** Whether a line of the client is answered here, and not for the server. */
  answers(line: Buffer): boolean {
    const { id, method, params } = messageIn(line) ?? {};
    if (this.#state === 'new' && method === 'initialize' && isId(id) && this.#knows(params)) {
      this.#state = 'greeted';
      this.#greeting = JSON.stringify(id);
      const { protocolVersion } = params;
      this.#answer({ result: { protocolVersion, ...this.#known.initialize }, jsonrpc: '2.0', id });
      void sleep(nextRequestMs).then(this.#settle);
      return false;
    }
    if (this.#state === 'greeted' && method === 'notifications/initialized') return false;
    const lists = this.#state === 'greeted' && method === 'tools/list' && isId(id) && isFirstPage(params);
    if (lists) this.#answer({ result: this.#known.tools, jsonrpc: '2.0', id });
    // Everything after it waits for the server, as without these answers.
    this.#state = 'passed on';
    this.#settle();
    return lists;
  }

  /** Whether a line of the server is its answer to the handshake, which the client has already. */
  isAnswered(line: Buffer): boolean {
    const message = messageIn(line);
    if (!message || 'method' in message || JSON.stringify(message['id']) !== this.#greeting) return false;
    this.#greeting = null;
    return true;
  }

  settled(): Promise<void> {
    return Promise.race([this.#settled, sleep(firstRequestMs)]);
  }

  #knows(params: unknown): params is { readonly protocolVersion: string } {
    const { protocolVersion, capabilities, clientInfo } = asObject(params) ?? {};
    const { name, version } = asObject(clientInfo) ?? {};
    return (
      typeof protocolVersion === 'string' &&
      this.#known.versions.includes(protocolVersion) &&
      asObject(capabilities) !== null &&
      typeof name === 'string' &&
      typeof version === 'string'
    );
  }
}

function isFirstPage(params: unknown): boolean {
  return params === undefined || (asObject(params) !== null && asObject(params)?.['cursor'] === undefined);
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id));
}

function messageIn(line: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    return asObject(JSON.parse(withoutMark(line.toString('utf8'))));
  } catch {
    return null;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
