import path from 'node:path';
import type { Program } from './connection.ts';
import { endpointFile } from './endpoint.ts';

/** The bridge for a client that has a token of its own, which is read from the profile. */
export function bridgeOf(bridge: Program, client: string): Program {
  return { ...bridge, args: [...bridge.args, client] };
}

/** How a client starts the bridge. */
export function bridgeProgram(bridge: string, profile: string): Program {
  return ownProgram(bridge, [endpointFile(path.resolve(profile))]);
}

/** How a client starts a script of ours: with the very Node that runs this, be it Node or Electron as such. */
export function ownProgram(script: string, args: readonly string[]): Program {
  const electron = 'electron' in process.versions;
  return {
    command: process.execPath,
    args: [path.resolve(script), ...args],
    env: electron ? { ELECTRON_RUN_AS_NODE: '1' } : {},
  };
}
