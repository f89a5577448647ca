import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import os from 'node:os';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import { oneLine } from '#contract/foreign-text';
import type { ClientComputers } from '../../computer/open-computers.ts';
import { command, type CommandResult } from '../../computer/commands.ts';
import { openLine, type Line, type LineOptions } from './line.ts';

/** Heartbeat interval; UFO's client uses 120 s. Milliseconds. */
const heartbeatMs = 30_000;
/** How long a server may take to answer a registration. Milliseconds. */
const registerMs = 20_000;
/** The wait between two attempts doubles up to this limit. Milliseconds. */
const mostBetweenTriesMs = 60_000;
/** The agent's name for a server that gave none: UFO's own default. */
const unnamedAgent = 'default_agent';

export interface DeviceOptions extends Omit<LineOptions, 'received'> {
  /** The server's name for this device. */
  readonly name: string;
  readonly computers: Pick<ClientComputers, 'manager' | 'router'>;
  /** Receives a sentence about each event. */
  readonly notice: (text: string) => void;
  /** The first wait between two attempts; 1 s by default. */
  readonly retryMs?: number;
}

/**
 * Serves as a device of UFO's Galaxy, or of a UFO server, until cancelled: registers, runs the commands of the server's
 * agents on Computers, and reconnects when the connection is lost. Lists of commands run one after the other.
 * @throws AppError `cancelled`; `permission_denied` if the server refuses this device
 */
export async function serveAsDevice(options: DeviceOptions): Promise<never> {
  const { signal, notice, retryMs = 1_000 } = options;
  for (let tries = 0; ; tries++) {
    try {
      await serveOnce(options, () => (tries = 0));
      notice('The server closed the connection.');
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'server_unavailable') throw error;
      notice(error.message);
    }
    const pause = Math.min(retryMs * 2 ** tries, mostBetweenTriesMs);
    notice(`Trying again in ${Math.ceil(pause / 1_000)} s.`);
    await wait(pause, undefined, { signal }).catch(() => {
      throw new AppError('cancelled');
    });
  }
}

async function serveOnce(options: DeviceOptions, registered: () => void): Promise<void> {
  const { computers, notice, signal } = options;
  const gone = new AbortController();
  const session = new DeviceSession(options, gone.signal);
  // A task from an earlier connection has ended: its server has abandoned it.
  await computers.manager.reset();
  const line = await openLine({ ...options, received: (text) => session.receive(text) });
  const beat = setInterval(() => session.post({ type: 'heartbeat', status: 'ok' }), heartbeatMs);
  try {
    await session.register(line);
    registered();
    notice(`Registered as ${options.name} at ${options.url.host}.`);
    await line.closed;
    if (signal.aborted) throw new AppError('cancelled');
  } finally {
    clearInterval(beat);
    line.close();
    gone.abort(new AppError('cancelled', 'The connection to the server was lost.'));
    await session.idle();
    await computers.manager.reset();
  }
}

/** The exchange between a server and this device over one connection. */
class DeviceSession {
  readonly #options: DeviceOptions;
  readonly #gone: AbortSignal;
  #line: Line | null = null;
  #registration: ((reply: ServerMessage) => void) | null = null;
  #work: Promise<void> = Promise.resolve();

  /** @param gone aborts when the connection is lost */
  constructor(options: DeviceOptions, gone: AbortSignal) {
    this.#options = options;
    this.#gone = gone;
  }

  /** @throws AppError `permission_denied` with the server's reason; `server_unavailable` if it does not answer */
  async register(line: Line): Promise<void> {
    this.#line = line;
    const { name } = this.#options;
    const reply = new Promise<ServerMessage>((resolve) => (this.#registration = resolve));
    const registration_time = new Date().toISOString();
    const metadata = { system_info: deviceInfo(name), platform: platformName(), registration_time };
    this.post({ type: 'register', status: 'ok', metadata });
    const waiting = new AbortController();
    const late = wait(registerMs, null, { signal: waiting.signal }).catch(() => null);
    const answer = await Promise.race([reply, line.closed.then(() => null), late]);
    waiting.abort();
    if (!answer) throw new AppError('server_unavailable', 'The server does not respond to the registration.');
    if (answer.status !== 'ok') {
      throw new AppError(
        'permission_denied',
        `The server refuses this device: ${oneLine(answer.error ?? answer.status)}`,
        {
          hint: 'Another device may be connected under the same name: choose one with --name.',
        },
      );
    }
  }

  /** Settles once all running commands have ended. */
  idle(): Promise<void> {
    return this.#work;
  }

  post(message: ClientMessage): void {
    const { name } = this.#options;
    this.#line?.send({ client_type: 'device', client_id: name, timestamp: new Date().toISOString(), ...message });
  }

  receive(text: string): void {
    const message = readServerMessage(text);
    if (typeof message === 'string') {
      this.#options.notice(`A message of the server cannot be read: ${oneLine(message)}`);
      this.post({ type: 'error', status: 'error', error: `The message cannot be read: ${message}` });
      return;
    }
    const registration = this.#registration;
    this.#registration = null;
    if (registration) registration(message);
    else this.#follow(message);
  }

  #follow(message: ServerMessage): void {
    switch (message.type) {
      case 'command':
        this.#queue(() => this.#run(message));
        break;
      case 'task':
        this.#queue(() => this.#begin(message));
        break;
      case 'task_end':
        this.#queue(() => this.#end(message));
        break;
      case 'device_info_request':
        this.post({
          type: 'device_info_response',
          status: 'ok',
          prev_response_id: message.response_id ?? null,
          metadata: { system_info: deviceInfo(this.#options.name) },
        });
        break;
      case 'error':
        this.#options.notice(`The server says: ${oneLine(message.error ?? '')}`);
        break;
      case 'heartbeat':
      case 'device_info_response':
        break;
    }
  }

  #queue(work: () => Promise<void>): void {
    this.#work = this.#work.then(() => (this.#gone.aborted ? undefined : work()));
  }

  async #run({ actions, agent_name, process_name, root_name, response_id, session_id, status }: ServerMessage) {
    const { computers } = this.#options;
    const commands = actions ?? [];
    const results = await computers.router.execute(
      agent_name ?? unnamedAgent,
      process_name ?? null,
      root_name ?? null,
      commands,
      { signal: this.#gone },
    );
    this.post({
      type: 'command_results',
      status,
      session_id: session_id ?? null,
      prev_response_id: response_id ?? null,
      request_id: randomUUID(),
      action_results: results.map(actionResult),
    });
    if (status === 'completed' || status === 'failed') await computers.manager.reset();
  }

  /** The server starts a task by prompting the device to request it. */
  async #begin({ user_request, task_name, session_id }: ServerMessage): Promise<void> {
    this.#options.notice(`Task: ${oneLine(user_request ?? '')}`);
    await this.#options.computers.manager.reset();
    this.post({
      type: 'task',
      status: 'continue',
      request: user_request ?? '',
      task_name: task_name ?? randomUUID(),
      session_id: session_id ?? null,
      request_id: randomUUID(),
      metadata: { platform: platformName() },
    });
  }

  async #end({ status, error, result }: ServerMessage): Promise<void> {
    const resultText = typeof result === 'string' ? result : JSON.stringify(result ?? '');
    this.#options.notice(`The task ended: ${status}. ${oneLine(error ?? resultText)}`.slice(0, 500));
    await this.#options.computers.manager.reset();
  }
}

const gigabyte = 1024 ** 3;

const platformNames: Readonly<Partial<Record<NodeJS.Platform, string>>> = { win32: 'windows' };

/** `windows`, `linux`, …, as UFO names them. */
function platformName(): string {
  return platformNames[process.platform] ?? process.platform;
}

/**
 * Facts about a device that a server shows its users: UFO's `DeviceSystemInfo`, `ufo/client/device_info_provider.py`.
 */
function deviceInfo(name: string): Readonly<Record<string, unknown>> {
  const addresses = Object.values(os.networkInterfaces()).flatMap((all) => all ?? []);
  return {
    device_id: name,
    platform: platformName(),
    os_version: os.version(),
    cpu_count: os.cpus().length,
    memory_total_gb: Math.round((os.totalmem() / gigabyte) * 100) / 100,
    hostname: os.hostname(),
    ip_address: addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? 'unknown',
    supported_features: ['gui', `${platformName()}_apps`],
    platform_type: 'computer',
    schema_version: '1.0',
    custom_metadata: {},
  };
}

/** UFO's Agent Interaction Protocol: `ServerMessage` and `ClientMessage` of microsoft/UFO, `aip/messages.py`. */
const taskStatus = z.enum(['continue', 'completed', 'failed', 'ok', 'error']);

type TaskStatus = z.output<typeof taskStatus>;

const optionalText = z.string().nullish();

/** What a server sends. Fields that a device does not need are left out; unknown ones are allowed. */
const serverMessage = z.object({
  type: z.enum(['task', 'heartbeat', 'task_end', 'command', 'error', 'device_info_request', 'device_info_response']),
  status: taskStatus,
  user_request: optionalText,
  agent_name: optionalText,
  process_name: optionalText,
  root_name: optionalText,
  actions: z.array(command).nullish(),
  error: optionalText,
  session_id: optionalText,
  task_name: optionalText,
  response_id: optionalText,
  result: z.unknown().optional(),
});

type ServerMessage = Readonly<z.output<typeof serverMessage>>;

/** UFO's `Result`: five fields of a {@link CommandResult}. */
type ActionResult = Pick<CommandResult, 'status' | 'error' | 'result' | 'namespace' | 'call_id'>;

interface ClientMessage {
  readonly type: 'register' | 'heartbeat' | 'task' | 'command_results' | 'device_info_response' | 'error';
  readonly status: TaskStatus;
  readonly session_id?: string | null;
  readonly task_name?: string;
  readonly request?: string;
  readonly action_results?: readonly ActionResult[];
  readonly request_id?: string;
  readonly prev_response_id?: string | null;
  readonly error?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The parsed message, or a sentence that explains why it is invalid. */
function readServerMessage(data: string): ServerMessage | string {
  try {
    const read = serverMessage.safeParse(JSON.parse(data));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    return `${issue?.path.join('.') || 'the message'}: ${issue?.message}`;
  } catch {
    return 'It is no JSON.';
  }
}

function actionResult({ status, error, result, namespace, call_id }: CommandResult): ActionResult {
  return { status, error, result, namespace, call_id };
}
