import { z } from 'zod';
import { AppError } from '#contract/errors';
import { oneLine } from '#contract/foreign-text';
import { linkSignals } from '../../base/async/deadline.ts';
import { parseUrl } from '../../base/parse-url.ts';
import { ceilingHere } from '../../permissions/ceiling.ts';

export interface Update {
  /** The queried source. */
  readonly asked: string;
  readonly current: string;
  readonly latest: string;
  readonly isNewer: boolean;
  /** The release's page for people; null if the answer names none. */
  readonly page: string | null;
}

const maxWaitMs = 15_000;
/** Ten times the length of GitHub's answer with all its files, in characters. */
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
  const deadline = AbortSignal.timeout(maxWaitMs);
  const either = linkSignals([signal, deadline]);
  try {
    const headers = { accept: 'application/json', 'user-agent': 'deskscope' };
    // A redirect would lead to an unapproved host.
    ceilingHere().ensureHost(address);
    const answer = await fetch(address, { headers, redirect: 'error', signal: either.signal });
    if (!answer.ok) throw refused(address, `it answered ${answer.status}`);
    return await responseText(answer, address);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (signal.aborted) throw new AppError('cancelled');
    throw refused(address, deadline.aborted ? `no answer within ${maxWaitMs / 1_000} s` : reason(error), error);
  } finally {
    either.dispose();
  }
}

async function responseText({ body }: Response, address: string): Promise<string> {
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

/** A person may follow it: only web addresses. */
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
      hint: 'Check the address and the network connection. --from sets another address.',
      cause,
    },
  );
}

/** A version by https://semver.org: its three numbers, and the prerelease part after a hyphen. */
interface Version {
  readonly numbers: readonly [number, number, number];
  /** Empty if it is final. */
  readonly before: readonly string[];
}

const versionNumber = '(0|[1-9]\\d{0,14})';

const versionWords = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';

const versionPattern = new RegExp(
  `^v?${versionNumber}\\.${versionNumber}\\.${versionNumber}(?:-(${versionWords}))?(?:\\+${versionWords})?$`,
);

const numeric = /^\d+$/;

/** Tags may have a `v` before it. Null if the text is none. */
export function parseVersion(text: string): Version | null {
  const [, major, minor, patch, before] = versionPattern.exec(text.trim()) ?? [];
  if (major === undefined) return null;
  return { numbers: [Number(major), Number(minor), Number(patch)], before: before?.split('.') ?? [] };
}

/** Less than, equal to or more than 0 for an order before, with or after the other. Build metadata does not count. */
export function compareVersions(one: Version, other: Version): number {
  for (const at of [0, 1, 2] as const) {
    const difference = one.numbers[at] - other.numbers[at];
    if (difference !== 0) return difference;
  }
  const areFinal = Number(one.before.length === 0) - Number(other.before.length === 0);
  return areFinal || compareWords(one.before, other.before);
}

function compareWords(one: readonly string[], other: readonly string[]): number {
  for (const [at, word] of one.entries()) {
    const against = other[at];
    if (against === undefined) break;
    const difference = compareWord(word, against);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Numbers come before words. */
function compareWord(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [numeric.test(one), numeric.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one < other ? -1 : Number(one > other);
}
