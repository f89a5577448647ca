import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConnectedClient } from '#contract/api';
import { oneLine } from '#contract/foreign-text';
import { CallRun } from '../../tools/call-run.ts';
import type { ServedScope } from '../protocol/tool-host.ts';

/** One era of the protocol over HTTP, with the clients that use it. */
export interface ServedEra {
  readonly handle: (
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    scope: ServedScope,
  ) => Promise<void>;
  clients(): readonly ConnectedClient[];
  /** Ends what the client has under way and forgets it, with its session if it has one; false if there is none of that id. */
  disconnect(id: string): boolean;
  /** Forgets the clients of all other tokens, and ends what they have under way. */
  endAllBut(holders: ReadonlySet<string>): void;
  /** Forgets clients that did not call for long, and sessions whose program closed its event stream and did not come back. */
  sweep(): void;
  close(): Promise<void>;
}

/** What a client reports about itself. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
  /** What it is for, where it reports it. */
  readonly description?: string | undefined;
}

/** So much of what a client is for is in a title, in characters. */
const longest = 60;

/** The run of one client's session, titled by what the client reports about itself when it calls first. */
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
