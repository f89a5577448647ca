import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConnectedClient } from '#contract/api';
import { oneLine } from '#contract/foreign-text';
import { CallRun } from '../../tools/call-run.ts';
import type { ServedScope } from '../protocol/tool-host.ts';

/** One era of the protocol over HTTP, with its clients. */
export interface ServedEra {
  readonly handle: (
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    scope: ServedScope,
  ) => Promise<void>;
  clients(): readonly ConnectedClient[];
  /** Ends a client's pending calls and forgets it, with its session if any; false for an unknown id. */
  disconnect(id: string): boolean;
  /** Forgets the clients of all other tokens, and ends their pending calls. */
  endAllBut(holders: ReadonlySet<string>): void;
  /** Forgets clients that did not call for long, and sessions whose program closed its event stream and did not come back. */
  sweep(): void;
  close(): Promise<void>;
}

/** A client's description of itself. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
  /** Its purpose, if given. */
  readonly description?: string | undefined;
}

/** Maximum length of a client's purpose in a title, in characters. */
const longest = 60;

/** The run of one client's session, titled by the client's description of itself at its first call. */
export function clientRun(client: () => ClientInfo): CallRun {
  return new CallRun('client', () => titleOf(client(), new Date()));
}

function titleOf({ name, version, description = '' }: ClientInfo, now: Date): string {
  const who = oneLine([name, version].filter(Boolean).join(' '));
  const purpose = firstWords(oneLine(description).trim());
  if (purpose !== '') return `${who}: ${purpose}`;
  return `${who}, ${now.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
}

function firstWords(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/\s+\S*$/u, '')}…`;
}
