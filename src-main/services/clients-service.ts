import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClientChange, ClientCheck, ClientView, McpStatus } from '#contract/api';
import { AppError } from '#contract/errors';
import { bridgeProgram } from '../clients/bridge-program.ts';
import { buildBundle } from '../clients/bundle.ts';
import { checkClient } from '../clients/check.ts';
import { clientNamed, removeClient, viewClients, writeClient } from '../clients/clients.ts';
import type { Connection } from '../clients/connection.ts';
import { endpointFile } from '../clients/endpoint.ts';
import { placesOf, type Places } from '../clients/places.ts';

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

  constructor(options: ClientsServiceOptions) {
    this.#options = options;
  }

  list(): Promise<readonly ClientView[]> {
    return viewClients(this.#places, this.#connection());
  }

  async write(id: string): Promise<ClientChange> {
    return writeClient(clientNamed(id), this.#places, this.#connected());
  }

  async remove(id: string): Promise<ClientChange> {
    return removeClient(clientNamed(id), this.#places);
  }

  async check(id: string): Promise<ClientCheck> {
    return checkClient(clientNamed(id), this.#places, { version: this.#options.version });
  }

  /** What installs us in the client with one click. @throws AppError `not_found` */
  link(id: string): string {
    const { title, link } = clientNamed(id);
    if (link) return link(this.#connected());
    throw new AppError('not_found', `${title} has no such link.`, { hint: 'Write its configuration instead.' });
  }

  /** For this user: it finds this app's address by itself. */
  async bundle(): Promise<Uint8Array> {
    const { profile, version } = this.#options;
    const bridge = await readFile(this.#bridge());
    return buildBundle({ bridge, version, endpointFile: endpointFile(path.resolve(profile)) });
  }

  #connection(): Connection | null {
    const { state, url, token } = this.#options.status();
    if (state !== 'listening') return null;
    return { url, token, bridge: bridgeProgram(this.#bridge(), this.#options.profile) };
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
