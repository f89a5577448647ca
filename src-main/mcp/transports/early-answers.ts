import { Transform, type Readable, type Writable } from 'node:stream';
import { AppError } from '#contract/errors';
import { sleep } from '../../base/async/deadline.ts';
import { withoutMark } from '../../base/byte-order-mark.ts';
import type { ClientCall } from '../protocol/call-tool.ts';

/** Answers of the server before it is loaded, recorded by the build. */
export interface KnownAnswers {
  /** Versions of the protocol to which they apply. */
  readonly versions: readonly string[];
  /** The result of `initialize`, without the version. */
  readonly initialize: Readonly<Record<string, unknown>>;
  /** The result of `tools/list`. */
  readonly tools: Readonly<Record<string, unknown>>;
}

/** The tools whose calls are run before the server is loaded. */
export const earlyTools: ReadonlySet<string> = new Set(['list_windows']);

/** Runs one of them for the client of this name. A failed call is a result; throws if the server will never be there. */
export type EarlyCall = (client: string, call: ClientCall) => Promise<object>;

/** Lines for the server, and the other way round; to be given to it once it is there. */
export interface EarlyStreams {
  readonly input: Readable;
  readonly output: Writable;
  /** Settles once the client is greeted, or will not be here. */
  greeted(): Promise<void>;
  /**
   * Settles once the client has its list of tools or the answer of its first call, makes another request or waits. Loading the
   * server blocks for so long that they would come after it.
   */
  settled(): Promise<void>;
}

/** So long a client may take between its first requests, in milliseconds: the next comes as soon as the answer is there. */
const nextRequestMs = 150;
/** As long after the list of tools, which most clients first show their model. */
const firstCallMs = 40;
/** So long its first request may take, in milliseconds. */
const firstRequestMs = 400;
/** Longer lines are passed on as they come, in bytes. */
const longestLine = 64 * 1_024;
const newline = 0x0a;

/**
 * Answers the handshake, the first list of tools and a first call of a client with a known version, while the server is loaded:
 * some clients (Codex 0.171) query their model without the tools of a server that takes longer than a second. The server
 * still receives all lines, since it needs to know the client, except for what was answered; its own answer to the
 * handshake is dropped.
 */
export function answerEarly(known: KnownAnswers, from: Readable, to: Writable, runCall?: EarlyCall): EarlyStreams {
  const client = new EarlyClient(known, (answer) => void to.write(`${JSON.stringify(answer)}\n`), runCall);
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
  return { input, output, greeted: () => client.greeted(), settled: () => client.settled() };
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
  readonly #runCall: EarlyCall | undefined;
  readonly #greeted = signal();
  readonly #settled = signal();
  #state: 'new' | 'greeted' | 'listed' | 'calls' | 'passed on' = 'new';
  /** The id of the handshake, as JSON; null if the server answers it, or has done so. */
  #greeting: string | null = null;
  #name = '';
  /** Its call that is being answered. */
  #call: { readonly id: string | number; readonly abort: AbortController } | null = null;

  constructor(known: KnownAnswers, answer: (message: object) => void, runCall: EarlyCall | undefined) {
    this.#known = known;
    this.#answer = answer;
    this.#runCall = runCall;
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
      this.#greeting = JSON.stringify(id);
      const { protocolVersion, clientInfo } = params;
      this.#name = clientInfo.name;
      this.#answer({ result: { protocolVersion, ...this.#known.initialize }, jsonrpc: '2.0', id });
      this.#greeted.give();
      this.#awaits('greeted', nextRequestMs);
      return false;
    }
    if (this.#state === 'calls') return this.#cancels(method, params);
    if (this.#state === 'greeted' && method === 'notifications/initialized') return false;
    if (this.#state === 'greeted' && method === 'tools/list' && isId(id) && isFirstPage(params)) {
      this.#answer({ result: this.#known.tools, jsonrpc: '2.0', id });
      this.#awaits('listed', firstCallMs);
      return true;
    }
    const call = this.#isKnown && method === 'tools/call' ? this.#callIn(params) : null;
    if (call && isId(id) && this.#runCall) {
      void this.#run(id, call, this.#runCall);
      return true;
    }
    this.#passOn();
    return false;
  }

  get #isKnown(): boolean {
    return this.#state === 'greeted' || this.#state === 'listed';
  }

  /** The next request is answered here if it comes in time, and is one of those that can be. */
  #awaits(state: 'greeted' | 'listed', ms: number): void {
    this.#state = state;
    const isLate = () => {
      if (this.#state !== state) return;
      if (state === 'greeted') this.#settled.give();
      else this.#passOn();
    };
    // Whatever arrived while something was loaded counts as in time: it is read before the next immediate.
    setTimeout(() => setImmediate(isLate), ms);
  }

  /** Everything from here on waits for the server, as without these answers. */
  #passOn(): void {
    this.#state = 'passed on';
    this.#greeted.give();
    this.#settled.give();
  }

  /** A call that can be run here; null for others, and for arguments that the server first has to check. */
  #callIn(params: unknown): Omit<ClientCall, 'signal' | 'progress'> | null {
    const { name, arguments: given = {}, _meta: meta, ...others } = asObject(params) ?? {};
    const parameters = asObject(given);
    if (typeof name !== 'string' || !earlyTools.has(name) || !parameters || Object.keys(others).length > 0) return null;
    if (Object.values(parameters).some((value) => typeof value === 'object')) return null;
    return { name, parameters, receivesProgress: asObject(meta)?.['progressToken'] !== undefined };
  }

  async #run(id: string | number, call: Omit<ClientCall, 'signal' | 'progress'>, runCall: EarlyCall): Promise<void> {
    this.#state = 'calls';
    const abort = new AbortController();
    this.#call = { id, abort };
    try {
      const result = await runCall(this.#name, { ...call, signal: abort.signal, progress: () => undefined });
      if (!abort.signal.aborted) this.#answer({ result, jsonrpc: '2.0', id });
    } catch {
      // The command ends with the same error.
    } finally {
      this.#passOn();
    }
  }

  #cancels(method: unknown, params: unknown): boolean {
    const isIt = method === 'notifications/cancelled' && asObject(params)?.['requestId'] === this.#call?.id;
    if (isIt) this.#call?.abort.abort(new AppError('cancelled', 'The client does not wait any more.'));
    return isIt;
  }

  /** Whether a line of the server is its answer to the handshake, which the client has already. */
  isAnswered(line: Buffer): boolean {
    const message = messageIn(line);
    if (!message || 'method' in message || JSON.stringify(message['id']) !== this.#greeting) return false;
    this.#greeting = null;
    return true;
  }

  greeted(): Promise<void> {
    return Promise.race([this.#greeted.given, sleep(firstRequestMs)]);
  }

  async settled(): Promise<void> {
    await this.greeted();
    if (this.#state !== 'new') await this.#settled.given;
  }

  #knows(
    params: unknown,
  ): params is { readonly protocolVersion: string; readonly clientInfo: { readonly name: string } } {
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

/** A promise that is kept by `give`. */
function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  const settled = new AbortController();
  const given = new Promise<void>((resolve) => settled.signal.addEventListener('abort', () => resolve()));
  return { given, give: () => settled.abort() };
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
