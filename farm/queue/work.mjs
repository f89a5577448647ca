import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { UnrecoverableError, Worker } from 'bullmq';
import { flowOf, queueName } from './connect.mjs';

/** How long an interrupted recording may take to write its report, in milliseconds. */
const grace = 10_000;

/**
 * What an attempt came to.
 * @typedef {object} Facts
 * @property {string} title
 * @property {number} attempt counted from 1
 * @property {'passed' | 'failed' | 'stopped'} status
 * @property {number} ms how long it ran
 * @property {string} worker host and process
 * @property {string} why the end of its output, unless it passed
 */

/**
 * Runs recordings until a signal ends it, after the one under way; a second signal ends that one as well.
 * @param {import('bullmq').ConnectionOptions} connection
 * @param {{ program: string, args: readonly string[], results: string, deadline: number, claim: number }} options
 * `deadline` of a recording and `claim` in milliseconds: a worker that does not renew its claim for so long is taken for dead, and
 * another one runs its recording again
 * @returns {Promise<number>}
 */
export async function work(connection, { program, args, results, deadline, claim }) {
  const me = `${hostname()}-${process.pid}`;
  const stop = new AbortController();
  /** @type {Worker<unknown, Facts>} */
  const worker = new Worker(
    queueName,
    async (job) => {
      const { id, run, title, content } = parsed(job);
      const attempt = job.attemptsStarted;
      const kept = path.resolve(results, run, id, `attempt-${attempt}`);
      const folder = mkdtempSync(path.join(tmpdir(), 'deskscope-queue-'));
      try {
        const file = path.join(folder, 'flows', `${title}.json`);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, content);
        const out = path.join(folder, 'out');
        const ended = await runFlow([program, ...args, file], { out, deadline, signal: stop.signal });
        const facts = { title, attempt, worker: me, ...ended };
        keep(out, kept, facts);
        print(`${facts.status} ${title} (attempt ${attempt}, ${(facts.ms / 1000).toFixed(1)} s)`);
        if (stop.signal.aborted) throw new Error('Its worker was stopped.');
        // It would hang again.
        if (facts.status === 'stopped') throw new UnrecoverableError(`It did not end within ${deadline / 1000} s.`);
        if (facts.status === 'failed') throw new Error(facts.why);
        return facts;
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
    { connection, lockDuration: claim, stalledInterval: claim / 2, concurrency: 1, maxStalledCount: 1 },
  );
  worker.on('error', (error) => print(`Redis: ${error.message}`));
  worker.on('lockRenewalFailed', () => print('Lost its claim: another worker runs the recording again.'));
  await worker.waitUntilReady();
  print(`Worker ${me} waits for recordings.`);
  await Promise.race(['SIGTERM', 'SIGINT'].map((name) => once(process, name)));
  print('Ends after the recording under way. Once more ends it now.');
  for (const name of ['SIGTERM', 'SIGINT']) process.once(name, () => stop.abort());
  await worker.close();
  return 0;
}

/** @param {import('bullmq').Job} job */
function parsed(job) {
  try {
    return flowOf(job);
  } catch (error) {
    // It would be no recording the next time either.
    throw new UnrecoverableError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {readonly string[]} command
 * @param {{ out: string, deadline: number, signal: AbortSignal }} options
 * @returns {Promise<Pick<Facts, 'status' | 'ms' | 'why'>>}
 */
async function runFlow(command, { out, deadline, signal }) {
  mkdirSync(out, { recursive: true });
  const log = path.join(out, 'output.txt');
  const output = openSync(log, 'w');
  const started = Date.now();
  const child = fork(
    path.join(import.meta.dirname, 'run-flow.mjs'),
    [...command, '--reporter', 'blob', '--output', path.join(out, 'files')],
    {
      detached: true,
      stdio: ['ignore', output, output, 'ipc'],
      env: { ...process.env, PLAYWRIGHT_BLOB_OUTPUT_FILE: path.join(out, 'report.zip') },
    },
  );
  closeSync(output);
  /** @param {NodeJS.Signals} name */
  const send = (name) => {
    try {
      process.kill(-(child.pid ?? 0), name);
    } catch {
      // It has ended.
    }
  };
  let isStopped = false;
  const interrupt = () => {
    isStopped = true;
    send('SIGINT');
    killing = setTimeout(() => send('SIGKILL'), grace);
  };
  /** @type {NodeJS.Timeout | undefined} */
  let killing;
  const timer = setTimeout(interrupt, deadline);
  signal.addEventListener('abort', interrupt, { once: true });
  const [code] = await once(child, 'exit');
  signal.removeEventListener('abort', interrupt);
  clearTimeout(timer);
  clearTimeout(killing);
  // What the command left behind.
  send('SIGKILL');
  const status = isStopped ? 'stopped' : code === 0 ? 'passed' : 'failed';
  const end = readFileSync(log, 'utf8').trim().split('\n').slice(-20).join('\n');
  return {
    status,
    ms: Date.now() - started,
    why: status === 'passed' ? '' : end || `It ended with code ${String(code)}.`,
  };
}

/**
 * Complete or not there: moved into its place at the end.
 * @param {string} from @param {string} to @param {Facts} facts
 */
function keep(from, to, facts) {
  const part = `${to}.${process.pid}.part`;
  mkdirSync(part, { recursive: true });
  for (const name of ['output.txt', 'report.zip'])
    if (existsSync(path.join(from, name))) writeFileSync(path.join(part, name), readFileSync(path.join(from, name)));
  writeFileSync(path.join(part, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
  renameSync(part, to);
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}
