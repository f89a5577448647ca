#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { add } from './add.mjs';
import { CannotGoOn, connect, runName } from './connect.mjs';
import { report } from './report.mjs';
import { work } from './work.mjs';

const usage = `Spreads recordings over machines, with Redis or Valkey.

  deskscope-queue add RUN FOLDER             Add the recordings of a folder to a run; those that it has already stay as they are.
  deskscope-queue work [-- COMMAND…]         Run them here, one at a time, until stopped (default: npx deskscope test).
  deskscope-queue report RUN                 Wait for the run, list its results, and collect its reports for merging.

  --redis URL        or the path of a socket; default: REDIS_URL, else redis://127.0.0.1:6379
  --results FOLDER   work, report: shared by all workers (default: ./results)
  --retries N        add: for recordings that fail (default: 1)
  --deadline S       work: seconds after which a recording is stopped (default: 300)
  --claim S          work: seconds without a sign of life after which others run a worker's recording again (default: 30)
  --wait S           report: seconds until it gives up (default: 3600)`;

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const isUsage = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${error instanceof CannotGoOn || isUsage ? error.message : error.stack}\n`);
  process.exitCode = 1;
}

async function main() {
  const given = process.argv.slice(2);
  const end = given.indexOf('--');
  const [own, command] = end === -1 ? [given, []] : [given.slice(0, end), given.slice(end + 1)];
  const { values, positionals } = parseArgs({
    args: own,
    allowPositionals: true,
    options: {
      redis: { type: 'string', default: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379' },
      results: { type: 'string', default: 'results' },
      retries: { type: 'string', default: '1' },
      deadline: { type: 'string', default: '300' },
      claim: { type: 'string', default: '30' },
      wait: { type: 'string', default: '3600' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [name, run = '', folder = '', ...rest] = positionals;
  const wanted = { add: 3, work: 1, report: 2 }[name ?? ''];
  if (values.help || wanted === undefined || positionals.length !== wanted || rest.length > 0) {
    process.stdout.write(`${usage}\n`);
    return values.help ? 0 : 1;
  }
  if (name !== 'work' && !runName.test(run))
    throw new CannotGoOn(`A run is named by letters, digits, _ and -, not “${run}”.`);
  const retries = numberOf('retries', values.retries);
  const [deadline, claim, wait] = [
    numberOf('deadline', values.deadline) * 1000,
    numberOf('claim', values.claim) * 1000,
    numberOf('wait', values.wait) * 1000,
  ];
  const connection = await connect(values.redis);
  if (name === 'add') return add(connection, { run, folder, retries });
  if (name === 'report') return report(connection, { run, results: values.results, wait });
  const [program, ...args] = command.length > 0 ? command : ['npx', 'deskscope', 'test'];
  return work(connection, { program: program ?? '', args, results: values.results, deadline, claim });
}

/** @param {string} option @param {string} text */
function numberOf(option, text) {
  if (!/^\d{1,6}$/.test(text) || (Number(text) === 0 && option !== 'retries'))
    throw new CannotGoOn(`--${option} is a whole number, not “${text}”.`);
  return Number(text);
}
