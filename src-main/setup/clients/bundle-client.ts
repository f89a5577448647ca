import type { ClientChange, ClientCheck, ClientView } from '#contract/api';
import { bridgeOf } from './bridge-program.ts';
import { bundleClient } from './bundle.ts';
import { checkWire, type CheckOptions } from './check.ts';
import type { Program } from './connection.ts';
import type { ClientTokens } from './tokens.ts';

const title = 'Bundle (.mcpb)';

/** Bundles beside the known clients: nobody knows in whose files they end, but their token can be given and taken back. */
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

/** Bundles on this machine may connect, those that were saved elsewhere too. */
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
