import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import type { Program } from './connection.ts';

/** Where the running app serves MCP, for the bridge and the command line. */
export interface Endpoint {
  readonly url: string;
  readonly token: string;
  /** The server also accepts the clients' own tokens of this profile. */
  readonly clientTokens?: boolean | undefined;
}

const endpoint = z.object({ url: z.url(), token: z.string().min(1), clientTokens: z.boolean().optional() });

/** In the app's profile folder; there while its server listens, readable by the user alone. */
export function endpointFile(profile: string): string {
  return path.join(profile, 'mcp-endpoint.json');
}

export function writeEndpoint(profile: string, { url, token, clientTokens }: Endpoint): Promise<void> {
  return atomicWrite(endpointFile(profile), `${JSON.stringify({ url, token, clientTokens }, null, 2)}\n`);
}

export function removeEndpoint(profile: string): Promise<void> {
  return rm(endpointFile(profile), { force: true });
}

/** @throws AppError `not_found` if no app serves this profile */
export async function readEndpoint(profile: string): Promise<Endpoint> {
  try {
    return endpoint.parse(JSON.parse(await readFile(endpointFile(profile), 'utf8')));
  } catch (error) {
    throw new AppError('not_found', 'Deskscope is not running, or its MCP server is off.', {
      hint: 'Start Deskscope, or give --url and the variable DESKSCOPE_TOKEN.',
      cause: error,
    });
  }
}

/** The bridge for a client with its own token, which is read from the profile. */
export function bridgeOf(bridge: Program, client: string): Program {
  return { ...bridge, args: [...bridge.args, client] };
}

/** How a client starts the bridge. */
export function bridgeProgram(bridge: string, profile: string): Program {
  return ownProgram(bridge, [endpointFile(path.resolve(profile))]);
}

/** The command that starts a script of ours: with the current Node, be it Node or Electron as Node. */
export function ownProgram(script: string, args: readonly string[]): Program {
  const electron = 'electron' in process.versions;
  return {
    command: process.execPath,
    args: [path.resolve(script), ...args],
    env: electron ? { ELECTRON_RUN_AS_NODE: '1' } : {},
  };
}
