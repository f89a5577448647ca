import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { CannotGoOn, flowOf, jobId, queueName } from './connect.mjs';

/** How often it looks, in milliseconds. */
const lookEvery = 1_000;

/** @type {readonly import('bullmq').JobType[]} */
const open = ['waiting', 'active', 'delayed', 'prioritized', 'waiting-children'];

/**
 * Waits until each recording of a run has ended, prints a line for each, and puts the last report of each into
 * `RESULTS/RUN/blob-report`.
 * @param {import('bullmq').ConnectionOptions} connection
 * @param {{ run: string, results: string, wait: number }} options `wait` in milliseconds
 * @returns {Promise<number>} 1 if a recording did not pass
 */
export async function report(connection, { run, results, wait }) {
  const queue = new Queue(queueName, { connection });
  try {
    await ended(queue, run, wait);
    // BullMQ keeps the reason of an earlier failure with a job that passed.
    const failures = new Set(await idsOf(queue, run, ['failed']));
    const ids = [...(await idsOf(queue, run, ['completed'])), ...failures].sort();
    if (ids.length === 0) throw new CannotGoOn(`There is no run ${run}. Add one: deskscope-queue add ${run} FOLDER`);
    const folder = path.join(results, run);
    const blobs = path.join(folder, 'blob-report');
    rmSync(blobs, { recursive: true, force: true });
    mkdirSync(blobs, { recursive: true });
    const counts = { passed: 0, flaky: 0, failed: 0 };
    let missing = 0;
    for (const id of ids) {
      const job = await queue.getJob(id);
      if (!job) continue;
      const status = failures.has(id) ? 'failed' : job.attemptsMade > 1 ? 'flaky' : 'passed';
      counts[status]++;
      const again = job.attemptsStarted - job.attemptsMade;
      const told = [
        ...(status === 'flaky' ? [`passed in attempt ${job.attemptsStarted}`] : []),
        ...(again > 0
          ? [`ran ${job.attemptsStarted} times: ${again} worker${again > 1 ? 's' : ''} died or froze`]
          : []),
      ];
      const why =
        status === 'failed' ? `: ${(job.failedReason ?? '').split('\n').find((line) => line.trim()) ?? ''}` : '';
      print(`${status} ${titleOf(job)}${told.length > 0 ? ` (${told.join('; ')})` : ''}${why}`);
      const last = lastReport(path.join(folder, id));
      if (last) copyFileSync(last, path.join(blobs, `${id}.zip`));
      else missing++;
    }
    const { passed, flaky, failed } = counts;
    print(`${passed} passed, ${flaky} flaky, ${failed} failed${missing > 0 ? `; ${missing} without a report` : ''}`);
    print(`Merge the reports: npx playwright merge-reports --reporter html ${blobs}`);
    return failed > 0 ? 1 : 0;
  } finally {
    await queue.close();
  }
}

/** @param {import('bullmq').Job} job */
function titleOf(job) {
  try {
    return flowOf(job).title;
  } catch {
    return 'a job that is no recording';
  }
}

/**
 * @param {Queue} queue @param {string} run @param {number} wait
 * @throws CannotGoOn after `wait`
 */
async function ended(queue, run, wait) {
  const end = Date.now() + wait;
  for (let told = ''; ;) {
    const left = (await idsOf(queue, run, open)).length;
    if (left === 0) return;
    const line = `${left} left, ${await queue.getWorkersCount()} workers`;
    if (line !== told) process.stderr.write(`${line}\n`);
    told = line;
    if (Date.now() > end)
      throw new CannotGoOn(`${left} recordings of run ${run} have not ended within ${wait / 1000} s.`);
    await sleep(lookEvery);
  }
}

/** Ids only: jobs hold their recordings. @param {Queue} queue @param {string} run @param {readonly import('bullmq').JobType[]} states */
async function idsOf(queue, run, states) {
  const ids = await queue.getRanges([...states], 0, -1);
  return ids.filter((id) => id.startsWith(`${run}.`) && jobId.test(id)).sort();
}

/** @param {string} folder */
function lastReport(folder) {
  const attempts = existsSync(folder) ? readdirSync(folder).filter((name) => /^attempt-\d+$/.test(name)) : [];
  const number = (/** @type {string} */ name) => Number(name.slice('attempt-'.length));
  const [last] = attempts.sort((a, b) => number(b) - number(a));
  const file = path.join(folder, last ?? '', 'report.zip');
  return existsSync(file) ? file : null;
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}
