import { oneLine } from '#contract/foreign-text';
import { CallRun } from '../../tools/call-run.ts';

/** What a client says of itself. */
export interface ClientSays {
  readonly name: string;
  readonly version: string;
  /** What it is for, where it says so. */
  readonly description?: string | undefined;
}

/** So much of what a client is for is in a title, in characters. */
const longest = 60;

/** The run of one client's session, titled by what the client says of itself when it calls first. */
export function clientRun(client: () => ClientSays): CallRun {
  return new CallRun('client', () => titleOf(client(), new Date()));
}

function titleOf({ name, version, description = '' }: ClientSays, now: Date): string {
  const who = oneLine([name, version].filter(Boolean).join(' '));
  const purpose = firstWords(oneLine(description).trim());
  if (purpose !== '') return `${who}: ${purpose}`;
  return `${who}, ${now.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
}

function firstWords(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/\s+\S*$/u, '')}…`;
}
