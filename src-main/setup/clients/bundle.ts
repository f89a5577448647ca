import { strToU8, zipSync } from 'fflate';
import type { ClientChange, ClientCheck, ClientView } from '#contract/api';
import { entryName, type Program } from './connection.ts';
import { bridgeOf } from './endpoint.ts';
import { checkWire, type CheckOptions } from './check.ts';
import type { ClientTokens } from './tokens.ts';

export interface BundleParts {
  /** The built bridge, one file of plain JavaScript. */
  readonly bridge: Uint8Array;
  readonly version: string;
  /** Set if this user's app writes its address there; null for a bundle for any user's machine. */
  readonly endpointFile: string | null;
}

/** The holder of the bundles' token. The client that opens one is unknown, so all of a user's share it. */
export const bundleClient = 'bundle';

/**
 * An MCP bundle (https://github.com/modelcontextprotocol/mcpb, manifest 0.3): the bridge, for clients that install servers
 * from a file. It holds no token: the bridge reads it from the profile, where {@link bundleClient} has one.
 */
export function buildBundle({ bridge, version, endpointFile }: BundleParts): Uint8Array {
  const manifest = JSON.stringify(bundleManifest(version, endpointFile), null, 2);
  // The same content gives the same bytes.
  const options = { level: 9, mtime: '1980-01-01T00:00:00' } as const;
  return zipSync({ 'manifest.json': strToU8(`${manifest}\n`), 'server/bridge.js': bridge }, options);
}

export function bundleManifest(version: string, endpointFile: string | null) {
  const entry = 'server/bridge.js';
  const args = (file: string) => [`\${__dirname}/${entry}`, file, bundleClient];
  const usual = (folder: string) => args(`\${HOME}/${folder}/deskscope/mcp-endpoint.json`);
  const config = endpointFile
    ? { args: args(endpointFile) }
    : {
        args: usual('.config'),
        platform_overrides: {
          win32: { args: usual('AppData/Roaming') },
          darwin: { args: usual('Library/Application Support') },
        },
      };
  return {
    manifest_version: '0.3',
    name: entryName,
    display_name: 'Deskscope',
    version,
    description: 'See and work the live desktop, under your control.',
    long_description:
      'Connects to the Deskscope app on this machine. Start Deskscope first: it asks you before an agent acts, and shows ' +
      'every call as it happens.',
    author: { name: 'The Deskscope authors' },
    license: 'MIT',
    keywords: ['desktop', 'accessibility', 'automation'],
    server: { type: 'node', entry_point: entry, mcp_config: { command: 'node', ...config } },
    tools_generated: true,
    compatibility: { runtimes: { node: '>=18.15' } },
  };
}

const title = 'Bundle (.mcpb)';

/** Bundles beside the known clients: their files are unknown, but their token can be issued and revoked. */
export function viewBundle(tokens: ClientTokens): ClientView {
  const token = tokens.of(bundleClient) !== undefined;
  return {
    id: bundleClient,
    title,
    file: tokens.file,
    installed: token,
    state: token ? 'configured' : 'absent',
    problem: '',
    snippet: '',
    language: 'json',
    link: false,
    token,
    next: 'Open the bundle with the client that is to have it.',
  };
}

/** Lets bundles on this machine connect, including those saved elsewhere. */
export async function allowBundle(tokens: ClientTokens): Promise<ClientChange> {
  const had = tokens.of(bundleClient);
  await tokens.make(bundleClient);
  return changeOf(tokens, had === undefined);
}

/** No bundle connects any more. */
export async function refuseBundle(tokens: ClientTokens): Promise<ClientChange> {
  const had = tokens.of(bundleClient);
  await tokens.revoke(bundleClient);
  return changeOf(tokens, had !== undefined);
}

/** Connects as the bundle's bridge does. @throws AppError `cancelled` */
export function checkBundle(bridge: Program, options: CheckOptions): Promise<ClientCheck> {
  return checkWire(title, { kind: 'stdio', ...bridgeOf(bridge, bundleClient) }, options);
}

function changeOf({ file }: ClientTokens, changed: boolean): ClientChange {
  return { file, changed, backup: null, open: false };
}
