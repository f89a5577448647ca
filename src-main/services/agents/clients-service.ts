import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClientChange, ClientCheck, ClientView, McpStatus } from '#contract/api';
import { AppError } from '#contract/errors';
import { bridgeProgram, endpointFile } from '../../setup/clients/endpoint.ts';
import {
  allowBundle,
  checkBundle,
  refuseBundle,
  viewBundle,
  buildBundle,
  bundleClient,
} from '../../setup/clients/bundle.ts';
import { checkClient } from '../../setup/clients/check.ts';
import {
  clientNamed,
  ofClient,
  removeClient,
  snippetOf,
  viewClients,
  writeClient,
} from '../../setup/clients/clients.ts';
import type { Connection } from '../../setup/clients/connection.ts';
import { placesOf, type Places } from '../../setup/clients/places.ts';
import { createClientTokens, type ClientTokens } from '../../setup/clients/tokens.ts';

export interface ClientsServiceOptions {
  readonly outDirectory: string;
  readonly profile: string;
  readonly version: string;
  /** Of the server, once it is decided whether it listens. */
  readonly status: () => Promise<McpStatus>;
}

/** This user's known clients, connected to the server at its current address. */
export class ClientsService {
  readonly #options: ClientsServiceOptions;
  readonly #places: Places = placesOf(process.env);
  readonly #tokens: ClientTokens;

  constructor(options: ClientsServiceOptions) {
    this.#options = options;
    this.#tokens = createClientTokens(options.profile);
  }

  async list(): Promise<readonly ClientView[]> {
    const hasToken = (id: string) => this.#tokens.of(id) !== undefined;
    return [...(await viewClients(this.#places, await this.#connection(), hasToken)), viewBundle(this.#tokens)];
  }

  async write(id: string): Promise<ClientChange> {
    if (id === bundleClient) return allowBundle(this.#tokens);
    const [client, connection] = [clientNamed(id), await this.#connected()];
    await this.#tokens.make(id);
    return writeClient(client, this.#places, connection);
  }

  async remove(id: string): Promise<ClientChange> {
    if (id === bundleClient) return refuseBundle(this.#tokens);
    const client = clientNamed(id);
    // Revoked first, so that it takes effect even if the client's file cannot be changed.
    await this.#tokens.revoke(id);
    return removeClient(client, this.#places);
  }

  async check(id: string): Promise<ClientCheck> {
    const { version } = this.#options;
    if (id === bundleClient) return checkBundle((await this.#connected()).bridge, { version });
    return checkClient(clientNamed(id), this.#places, { version });
  }

  /** The client's configuration snippet, with its own token. @throws AppError `not_found` */
  async snippet(id: string): Promise<string> {
    const [client, connection] = [clientNamed(id), await this.#connected()];
    await this.#tokens.make(id);
    return snippetOf(client, connection);
  }

  /** The link that installs Deskscope in the client with one click, with its own token. @throws AppError `not_found` */
  async link(id: string): Promise<string> {
    const [client, connection] = [clientNamed(id), await this.#connected()];
    const { title, link } = client;
    if (link) {
      await this.#tokens.make(id);
      return link(ofClient(client, connection));
    }
    throw new AppError('not_found', `${title} has no such link.`, { hint: 'Write its configuration instead.' });
  }

  /** For this user only: the bundle finds this app's address. */
  async bundle(): Promise<Uint8Array> {
    const { profile, version } = this.#options;
    const bridge = await readFile(this.#bridge());
    await this.#tokens.make(bundleClient);
    return buildBundle({ bridge, version, endpointFile: endpointFile(path.resolve(profile)) });
  }

  async #connection(): Promise<Connection | null> {
    const { state, url, token } = await this.#options.status();
    if (state !== 'listening') return null;
    return {
      url,
      token,
      tokenOf: (client) => this.#tokens.of(client),
      bridge: bridgeProgram(this.#bridge(), this.#options.profile),
    };
  }

  async #connected(): Promise<Connection> {
    const connection = await this.#connection();
    if (connection) return connection;
    throw new AppError('not_found', 'The MCP server is off.', {
      hint: 'Switch it on in the settings, then try again.',
    });
  }

  #bridge(): string {
    return path.join(this.#options.outDirectory, 'main', 'bridge.js');
  }
}
