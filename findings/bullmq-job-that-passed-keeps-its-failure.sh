#!/usr/bin/env bash
# A BullMQ job that fails and passes at its second attempt is completed, and keeps the reason of its failure.
#
# `failedReason` is documented as the reason for failing, so one would expect none with a job that passed: a report that takes jobs with
# a reason for failures counts those that recovered too. The list that a job is in tells (`getState`).
#
# Seen with BullMQ 6.7.0 and Redis 7.0.15.
# Exits 0 while this is so, 1 once the reason is gone, 2 where it cannot be set up.
set -u
command -v redis-server >/dev/null ||
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server; } >/dev/null || exit 2
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; wait; rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' >package.json
npm install --silent --no-fund --no-audit --ignore-scripts bullmq@6.7.0 ioredis@5.11.1 || exit 2
redis-server --port 0 --unixsocket "$folder/redis.sock" --dir "$folder" --save '' --daemonize no >redis.log &
server=$!
for _ in $(seq 100); do [ -S redis.sock ] && break; sleep 0.1; done
cat >job.mjs <<'JS'
import { Queue, QueueEvents, Worker } from 'bullmq';
const connection = { path: process.argv[2], maxRetriesPerRequest: null };
const queue = new Queue('work', { connection });
const events = new QueueEvents('work', { connection });
await events.waitUntilReady();
const worker = new Worker('work', async (job) => {
  if (job.attemptsStarted === 1) throw new Error('the first attempt failed');
  return 'passed';
}, { connection });
const job = await queue.add('task', {}, { attempts: 2 });
console.log('returned:', await job.waitUntilFinished(events, 20_000));
const now = await queue.getJob(job.id);
console.log('state:', await now.getState());
console.log('failedReason:', now.failedReason ?? 'none');
await worker.close();
await events.close();
await queue.close();
JS
output=$(timeout 60 node job.mjs "$folder/redis.sock") || exit 2
echo "BullMQ $(node -p 'require("./node_modules/bullmq/package.json").version'), Redis $(redis-server --version | grep -o 'v=[0-9.]*')"
echo "$output"
[ "$output" = "returned: passed
state: completed
failedReason: the first attempt failed" ]
