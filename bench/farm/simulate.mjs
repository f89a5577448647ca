/**
 * How many workers one Redis carries: real jobs and workers of the queue, recordings that only take as long as measured ones.
 *
 *   node bench/farm/simulate.mjs [--flows 10000] [--workers 1000] [--results FOLDER] [--faster 1]
 *
 * FOLDER is one that workers of farm/queue wrote; without it, flows take 1 to 5 s. `--faster 10` divides their times, as ten times
 * the workers would. Needs `redis-server`.
 */
import { fork, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

const name = 'simulation';
const perProcess = 250;

const { values } = parseArgs({
  options: {
    flows: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '1000' },
    results: { type: 'string' },
    faster: { type: 'string', default: '1' },
    socket: { type: 'string' },
  },
});
await (values.socket === undefined ? simulate() : workers(values.socket, Number(values.workers)));

async function simulate() {
  const [flows, count, faster] = [values.flows, values.workers, values.faster].map(Number);
  const times = (values.results ? measured(values.results) : range(1_000, 5_000, 100)).map((ms) => ms / (faster ?? 1));
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  const folder = mkdtempSync(path.join(tmpdir(), 'deskscope-simulation-'));
  const socket = path.join(folder, 'redis.sock');
  const options = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', '', '--appendonly', 'yes'];
  const server = spawn('redis-server', [...options, '--maxclients', '20000'], { stdio: 'ignore' });
  /** @type {import('node:child_process').ChildProcess[]} */
  const processes = [];
  try {
    while (!existsSync(socket)) await sleep(50);
    const connection = { path: socket, maxRetriesPerRequest: null };
    const queue = new Queue(name, { connection });
    for (let left = count ?? 0; left > 0; left -= perProcess) {
      const child = fork(import.meta.filename, ['--socket', socket, '--workers', String(Math.min(left, perProcess))]);
      processes.push(child);
    }
    while ((await queue.getWorkersCount()) < (count ?? 0)) await sleep(500);
    const redis = new Redis(socket);
    const before = await cpuOf(redis);
    const started = Date.now();
    const jobs = Array.from({ length: flows ?? 0 }, (_, index) => ({
      name,
      data: { ms: times[index % times.length] },
    }));
    for (let at = 0; at < jobs.length; at += 1_000) await queue.addBulk(jobs.slice(at, at + 1_000));
    while ((await queue.getCompletedCount()) < jobs.length) await sleep(200);
    const seconds = (Date.now() - started) / 1000;
    const cpu = (await cpuOf(redis)) - before;
    const ideal = (jobs.length * mean) / (count ?? 1) / 1000;
    const share = cpu / jobs.length;
    const lines = [
      `${jobs.length} flows of ${(mean / 1000).toFixed(2)} s over ${count} workers: ${seconds.toFixed(1)} s, ${(seconds / ideal).toFixed(2)} × the ideal`,
      `Redis: ${(share * 1000).toFixed(2)} ms of processor time for a flow, ${((100 * cpu) / seconds).toFixed(0)} % of a core`,
      `One core of Redis ends at ${Math.round(1 / share)} flows a second: ${Math.round(mean / 1000 / share)} workers with flows of ${(mean / 1000).toFixed(2)} s`,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    redis.disconnect();
    await queue.close();
  } finally {
    for (const child of processes) child.kill('SIGKILL');
    server.kill('SIGKILL');
    await sleep(200);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {string} socket @param {number} count */
async function workers(socket, count) {
  const connection = new Redis(socket, { maxRetriesPerRequest: null });
  connection.setMaxListeners(0);
  const all = Array.from(
    { length: count },
    () => new Worker(name, (job) => sleep(job.data.ms), { connection, lockDuration: 30_000, stalledInterval: 15_000 }),
  );
  await Promise.all(all.map((worker) => worker.waitUntilReady()));
}

/** Seconds. @param {Redis} redis */
async function cpuOf(redis) {
  const info = await redis.info('cpu');
  const of = (/** @type {string} */ key) => Number(new RegExp(`${key}:([\\d.]+)`).exec(info)?.[1]);
  return of('used_cpu_sys') + of('used_cpu_user');
}

/** Milliseconds of each attempt. @param {string} folder */
function measured(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'facts.json')
    .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')).ms);
}

/** @param {number} from @param {number} to @param {number} step */
function range(from, to, step) {
  return Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
}
