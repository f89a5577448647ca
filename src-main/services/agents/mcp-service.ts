import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConnectedClient, McpStatus } from '#contract/api';
import { AppError, toWire } from '#contract/errors';
import type { CeilingView } from '#contract/model/permissions/permission';
import type { Settings, SettingsChange, ToolSet } from '#contract/model/settings';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import type { Log } from '../../base/log.ts';
import { removeEndpoint, writeEndpoint } from '../../setup/clients/endpoint.ts';
import { createClientTokens, tokenFiles } from '../../setup/clients/tokens.ts';
import { scopeOf } from '../../tools/registry.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import type { HttpServing } from '../../mcp/transports/http.ts';
import { ComputersInUse } from '../computers/computers-in-use.ts';
import { ComputersService, type ComputersServiceOptions } from '../computers/computers-service.ts';
import { ServedTools } from '../../mcp/protocol/served-tools.ts';

export interface McpServiceOptions {
  readonly runner: ToolRunner;
  readonly version: string;
  /** Asks before starting anything that a Computers configuration names. */
  readonly mayStart: ComputersServiceOptions['mayStart'];
  /** Keeps the token between starts, so that clients are configured once, and the address while the server listens. */
  readonly profile: string;
  /** What is forbidden regardless of other permissions, and by whom. */
  readonly ceiling?: () => readonly CeilingView[];
  readonly changed: (status: McpStatus) => void;
  readonly log: Log;
}

type TokenKind = keyof typeof tokenFiles;

/** A call takes up to three requests, and several clients may share a token. */
const requestsPerCall = 10;

const off = {
  state: 'off',
  url: '',
  token: '',
  readToken: '',
  clients: [],
  computers: null,
  inUse: [],
  detail: '',
} satisfies McpStatus;

/** The embedded server, on or off, on the port from the settings. Changes are applied one after the other. */
export class McpService {
  readonly #options: McpServiceOptions;
  #serving: HttpServing | null = null;
  #status: McpStatus = off;
  /** The settings in force, serialized: where the server listens, and which tools it serves. */
  #listens = '';
  #shows = '';
  #port = 0;
  readonly #tools = new ServedTools();
  /** The Computers of clients and of other callers that report theirs. */
  readonly inUse = new ComputersInUse(() => this.#publish(this.#status));
  readonly #computers: ComputersService;
  #callsPerSecond = 1;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: McpServiceOptions) {
    this.#options = options;
    this.#computers = new ComputersService({
      ...options,
      inUse: this.inUse,
      changed: () => this.#publish(this.#status),
      toolsChanged: () => this.#tools.changed(),
    });
  }

  /** The status once what was asked for is done: the first page is there before the server listens. */
  settled(): Promise<McpStatus> {
    return this.#queue.then(() => this.status);
  }

  get status(): McpStatus {
    const ceiling = this.#options.ceiling?.() ?? [];
    return {
      ...this.#status,
      computers: this.#computers.view,
      inUse: this.inUse.view,
      ...(ceiling.length > 0 && { ceiling }),
    };
  }

  /** The settings that the Computers configuration overrides. */
  get settings(): SettingsChange {
    return this.#computers.settings;
  }

  apply({ mcpEnabled, mcpPort, mcpToolSets, mcpConfig, callsPerSecond }: Settings): Promise<void> {
    this.#callsPerSecond = callsPerSecond;
    return this.#next(async () => {
      const [listens, shows] = [JSON.stringify([mcpEnabled, mcpPort]), JSON.stringify([mcpToolSets, mcpConfig])];
      const [moves, changes] = [this.#listens !== listens, this.#shows !== shows];
      [this.#listens, this.#shows] = [listens, shows];
      this.#port = mcpPort;
      if (moves) await this.#stop();
      if (moves || changes) await this.#show(mcpToolSets, mcpEnabled ? mcpConfig : '');
      if (moves && mcpEnabled) await this.#start(mcpPort);
    });
  }

  /** Tries again to listen: the port may be free by now. */
  retry(): Promise<void> {
    return this.#next(async () => {
      if (this.#status.state === 'failed') await this.#start(this.#port);
    });
  }

  /** Connected clients stay connected and are notified. */
  async #show(sets: readonly ToolSet[], config: string): Promise<void> {
    if (config !== this.#computers.file) await this.#computers.choose(config);
    this.#tools.use(this.#computers.scope ?? scopeOf(sets));
  }

  /** Makes a new token; the old one is refused from now on. The address stays. */
  renewToken(which: TokenKind): Promise<void> {
    return this.#next(async () => {
      await writeToken(path.join(this.#options.profile, tokenFiles[which]));
      const port = this.#serving?.port;
      if (port === undefined) return;
      await this.#stop();
      await this.#start(port);
    });
  }

  /** @throws AppError `not_found` */
  disconnect(client: string): void {
    if (this.#serving?.disconnect(client)) return;
    throw new AppError('not_found', 'That client is not connected any more.', {
      hint: 'There is nothing left to end.',
    });
  }

  close(): Promise<void> {
    return this.#next(async () => {
      await this.#stop();
      await this.#computers.close();
    });
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(work);
    return this.#queue;
  }

  async #start(port: number): Promise<void> {
    const { runner, version, log, profile } = this.#options;
    try {
      const token = await readToken(path.join(profile, tokenFiles.full));
      const clientTokens = createClientTokens(profile);
      const readOnly = await readToken(path.join(profile, tokenFiles.read));
      const onClients = (clients: readonly ConnectedClient[]) => this.#publish({ ...this.#status, clients });
      // Late: the window is there before agents can be.
      const { serveHttp } = await import('../../mcp/transports/http.ts');
      this.#serving = await serveHttp({
        runner,
        version,
        log,
        port,
        token,
        onClients,
        scope: this.#tools.scope,
        readToken: readOnly,
        clientTokens: () => clientTokens.holders(),
        requestsPerSecond: () => requestsPerCall * this.#callsPerSecond,
      });
      await writeEndpoint(profile, { url: this.#serving.url, token, clientTokens: true }).catch((error: unknown) => {
        log('warn', 'bridges and the command line cannot find this app', error);
      });
      this.#publish({
        ...off,
        state: 'listening',
        url: this.#serving.url,
        token,
        readToken: readOnly,
      });
    } catch (error) {
      log('error', 'the MCP server did not start', error);
      const { message, hint } = toWire(error);
      this.#publish({ ...off, state: 'failed', detail: `${message} ${hint}` });
    }
  }

  async #stop(): Promise<void> {
    const serving = this.#serving;
    this.#serving = null;
    if (serving) await removeEndpoint(this.#options.profile).catch(() => undefined);
    await serving?.close();
    this.#publish(off);
  }

  #publish(status: McpStatus): void {
    this.#status = status;
    this.#options.changed(this.status);
  }
}

/** 256 bits; generated at the first start. */
async function readToken(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (/^[\w-]{43}$/.test(kept.trim())) return kept.trim();
  return writeToken(file);
}

async function writeToken(file: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await atomicWrite(file, `${token}\n`);
  return token;
}
