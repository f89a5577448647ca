import { z } from 'zod';
import { AppError } from '#contract/errors';
import { oneLine } from '#contract/foreign-text';
import { linkSignals } from '../../base/async/link-signals.ts';
import { parseUrl } from '../../base/parse-url.ts';
import { compareVersions, parseVersion, type Version } from './version.ts';
import { ceilingHere } from '../../permissions/ceiling.ts';

export interface Update {
  /** Who was asked. */
  readonly asked: string;
  readonly current: string;
  readonly latest: string;
  readonly isNewer: boolean;
  /** Where people read of it and get it; null where the answer names none. */
  readonly page: string | null;
}

const patienceMs = 15_000;
/** GitHub's answer with all its files has a tenth of that, in characters. */
const longestAnswer = 1_000_000;

const release = z.object({ tag_name: z.string().max(200), html_url: z.string().max(2_000).optional() });

/**
 * Asks which release is the newest: one request, which says no more than that a Deskscope asks. Nothing is fetched besides,
 * and nothing is installed.
 * @throws AppError `server_unavailable` for what it answers; `cancelled`
 */
export async function lookForUpdate(address: string, current: string, signal: AbortSignal): Promise<Update> {
  const text = await ask(address, signal);
  const { tag, latest, page } = releaseIn(text, address);
  const own = parseVersion(current);
  const isNewer = own !== null && compareVersions(latest, own) > 0;
  return { asked: address, current, latest: tag, isNewer, page };
}

async function ask(address: string, signal: AbortSignal): Promise<string> {
  const deadline = AbortSignal.timeout(patienceMs);
  const either = linkSignals([signal, deadline]);
  try {
    const headers = { accept: 'application/json', 'user-agent': 'deskscope' };
    // A redirect would ask whom nobody named.
    ceilingHere().ensureHost(address);
    const answer = await fetch(address, { headers, redirect: 'error', signal: either.signal });
    if (!answer.ok) throw refused(address, `it answered ${answer.status}`);
    return await textOf(answer, address);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (signal.aborted) throw new AppError('cancelled');
    throw refused(address, deadline.aborted ? `no answer within ${patienceMs / 1_000} s` : reason(error), error);
  } finally {
    either.dispose();
  }
}

async function textOf({ body }: Response, address: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    if (text.length > longestAnswer) throw refused(address, 'it answered more than a release is');
  }
  return text;
}

function releaseIn(text: string, address: string): { tag: string; latest: Version; page: string | null } {
  const parsed = release.safeParse(jsonIn(text));
  const tag = parsed.success ? oneLine(parsed.data.tag_name) : '';
  const latest = parseVersion(tag);
  if (!parsed.success || !latest) throw refused(address, 'it names no version');
  return { tag: tag.replace(/^v/, ''), latest, page: pageIn(parsed.data.html_url) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A person may follow it: no address but one of the web. */
function pageIn(text: string | undefined): string | null {
  const url = parseUrl(text ?? '');
  return url && url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function refused(address: string, why: string, cause?: unknown): AppError {
  return new AppError(
    'server_unavailable',
    `${parseUrl(address)?.host ?? address} does not tell the newest release: ${why}.`,
    {
      hint: 'Look whether the address is right and this machine is connected; --from names another.',
      cause,
    },
  );
}
