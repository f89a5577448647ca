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
