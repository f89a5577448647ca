import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClientChange, ClientCheck, ClientView, McpStatus } from '#contract/api';
import { AppError } from '#contract/errors';
import { bridgeProgram } from '../clients/bridge-program.ts';
import { buildBundle } from '../clients/bundle.ts';
import { checkClient } from '../clients/check.ts';
import { clientNamed, ofClient, removeClient, viewClients, writeClient } from '../clients/clients.ts';
import type { Connection } from '../clients/connection.ts';
import { endpointFile } from '../clients/endpoint.ts';
import { placesOf, type Places } from '../clients/places.ts';
import { createClientTokens, type ClientTokens } from '../clients/tokens.ts';

/** Whose token a bundle uses: it is made for that client. */
const bundleClient = 'claude-desktop';

export interface ClientsServiceOptions {
  readonly outDirectory: string;
  readonly profile: string;
  readonly version: string;
  readonly status: () => McpStatus;
}

/** The known clients of this user, connected to the server as it listens now. */
export class ClientsService {
  readonly #options: ClientsServiceOptions;
  readonly #places: Places = placesOf(process.env);
  readonly #tokens: ClientTokens;

  constructor(options: ClientsServiceOptions) {
    this.#options = options;
    this.#tokens = createClientTokens(options.profile);
  }

  list(): Promise<readonly ClientView[]> {
    return viewClients(this.#places, this.#connection());
  }

  async write(id: string): Promise<ClientChange> {
    const [client, connection] = [clientNamed(id), this.#connected()];
    await this.#tokens.make(id);
    return writeClient(client, this.#places, connection);
  }

  async remove(id: string): Promise<ClientChange> {
    const client = clientNamed(id);
    // First: it counts also where its file cannot be changed.
    await this.#tokens.revoke(id);
    return removeClient(client, this.#places);
  }

  async check(id: string): Promise<ClientCheck> {
    return checkClient(clientNamed(id), this.#places, { version: this.#options.version });
  }

  /** What installs us in the client with one click. @throws AppError `not_found` */
  link(id: string): string {
    const client = clientNamed(id);
    const { title, link } = client;
    if (link) return link(ofClient(client, this.#connected()));
    throw new AppError('not_found', `${title} has no such link.`, { hint: 'Write its configuration instead.' });
  }

  /** For this user: it finds this app's address by itself. */
  async bundle(): Promise<Uint8Array> {
    const { profile, version } = this.#options;
    const bridge = await readFile(this.#bridge());
    await this.#tokens.make(bundleClient);
    return buildBundle({ bridge, version, endpointFile: endpointFile(path.resolve(profile)), client: bundleClient });
  }

  #connection(): Connection | null {
    const { state, url, token } = this.#options.status();
    if (state !== 'listening') return null;
    return {
      url,
      token,
      tokenOf: (client) => this.#tokens.of(client),
      bridge: bridgeProgram(this.#bridge(), this.#options.profile),
    };
  }

  #connected(): Connection {
    const connection = this.#connection();
    if (connection) return connection;
    throw new AppError('not_found', 'The MCP server is off.', {
      hint: 'Switch it on in the settings, then try again.',
    });
  }

  #bridge(): string {
    return path.join(this.#options.outDirectory, 'main', 'bridge.js');
  }
}
