import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Queue } from 'bullmq';
import { CannotGoOn, queueName } from './connect.mjs';

/** How long finished jobs stay, in seconds: a report reads them. */
const keptFor = 7 * 24 * 3600;

/**
 * Adds the recordings of a folder. The same one is added once, since its content is its id.
 * @param {import('bullmq').ConnectionOptions} connection
 * @param {{ run: string, folder: string, retries: number }} options
 */
export async function add(connection, { run, folder, retries }) {
  const flows = flowsIn(run, folder);
  const queue = new Queue(queueName, { connection });
  try {
    const known = await Promise.all(flows.map((flow) => queue.getJobState(idOf(flow))));
    const fresh = flows.filter((_, index) => known[index] === 'unknown');
    await queue.addBulk(
      fresh.map((flow) => ({
        name: flow.title,
        data: flow,
        opts: {
          jobId: idOf(flow),
          attempts: retries + 1,
          backoff: { type: 'fixed', delay: 1_000 },
          removeOnComplete: { age: keptFor },
          removeOnFail: { age: keptFor },
        },
      })),
    );
    const there = flows.length - fresh.length;
    process.stdout.write(`Added ${fresh.length} to run ${run}${there > 0 ? `; ${there} were there already` : ''}.\n`);
    return 0;
  } finally {
    await queue.close();
  }
}

/** @param {import('./connect.mjs').Flow} flow */
function idOf({ run, title, content }) {
  return `${run}.${createHash('sha256').update(`${title}\0${content}`).digest('hex').slice(0, 16)}`;
}

/**
 * @param {string} run @param {string} folder
 * @returns {readonly import('./connect.mjs').Flow[]}
 * @throws CannotGoOn if there is none
 */
function flowsIn(run, folder) {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CannotGoOn(`There is no folder ${folder}.`);
  const flows = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !/(^|[\\/])(node_modules|\.)/.test(name))
    .sort()
    .map((name) => ({ run, title: name.slice(0, -5), content: readFileSync(path.join(folder, name), 'utf8') }))
    .filter(({ content }) => isRecording(content));
  if (flows.length === 0) throw new CannotGoOn(`There is no recording in ${folder}.`);
  return flows;
}

/** Whatever else is wrong with it, running it tells. @param {string} content */
function isRecording(content) {
  try {
    /** @type {unknown} */
    const value = JSON.parse(content);
    return typeof value === 'object' && value !== null && 'steps' in value && Array.isArray(value.steps);
  } catch {
    return false;
  }
}
