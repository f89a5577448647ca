import { Redis } from 'ioredis';

/** The queue of all runs; each job is one recording of a run. */
export const queueName = 'deskscope';

/**
 * A recording to run.
 * @typedef {object} Flow
 * @property {string} run the run it belongs to
 * @property {string} title its path in the folder, without `.json`
 * @property {string} content of its file
 */

/**
 * The recording of a job, which whoever reaches the server may have written.
 * @param {{ id?: string | undefined, data: unknown }} job
 * @returns {Flow & { id: string }}
 * @throws Error if it is none, or names a file outside the folders made for it
 */
export function flowOf({ id = '', data }) {
  const { run, title, content } = /** @type {Record<string, unknown>} */ (data ?? {});
  const isSafe =
    typeof title === 'string' && /^[^\p{Cc}\\]+$/u.test(title) && !title.split('/').some((part) => /^\.*$/.test(part));
  if (typeof run === 'string' && runName.test(run) && jobId.test(id) && isSafe && typeof content === 'string')
    return { id, run, title, content };
  throw new Error('The job is no recording.');
}

/** How jobs are named, and the folders of their results: by run and content. */
export const jobId = /^[\w-]+\.[\da-f]+$/;
/** How runs are named. */
export const runName = /^[\w-]+$/;

/** A failure the user can act on: printed as its sentence, without a stack. */
export class CannotGoOn extends Error {}

/**
 * What BullMQ connects with, once the server has answered. Later failures are waited out: jobs outlive a restarted server.
 * @param {string} url or the path of a socket
 * @returns {Promise<import('bullmq').ConnectionOptions>}
 * @throws CannotGoOn if nothing answers within five seconds
 */
export async function connect(url) {
  const first = new Redis(url, { lazyConnect: true, connectTimeout: 5_000, retryStrategy: () => null });
  let refused = '';
  first.on('error', ({ message }) => (refused = message));
  try {
    await first.connect();
    await first.ping();
  } catch (error) {
    const why = refused || (error instanceof Error ? error.message : String(error));
    throw new CannotGoOn(
      `No Redis or Valkey answers at ${withoutPassword(url)}: ${why}\nStart one, or name another: --redis URL, or REDIS_URL.`,
    );
  } finally {
    first.disconnect();
  }
  const { host, port, path, username, password, db, tls } = first.options;
  const given = Object.entries({ host, port, path, username, password, db, tls });
  return { ...Object.fromEntries(given.filter(([, value]) => value ?? false)), maxRetriesPerRequest: null };
}

/** @param {string} url */
function withoutPassword(url) {
  return url.replace(/(:\/\/[^/@]*:)[^/@]*@/, '$1***@');
}
