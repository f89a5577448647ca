import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { sleep } from '../../../../../base/async/deadline.ts';
import { AnswerWatch } from './connection.ts';

const maxWaitMs = 40;

it.skipIf(process.platform === 'win32')(
  'a reply that arrived while this process had to wait is no silence',
  async () => {
    const silent = vi.fn();
    const watch = new AnswerWatch(maxWaitMs, silent);
    const socket = path.join(tmpdir(), `watch-${process.pid}`);
    const server = createServer((connection) => connection.pipe(connection)).listen(socket);
    const client = connect(socket);
    await new Promise((resolve) => client.once('connect', resolve));
    client.on('data', () => watch.answered(false));
    watch.asked();
    client.write('question');
    // The echo is there, and this process without the processor.
    await new Promise((resolve) => setImmediate(resolve));
    const end = Date.now() + 2 * maxWaitMs;
    while (Date.now() < end);
    await sleep(4 * maxWaitMs);
    expect(silent).not.toHaveBeenCalled();
    watch.asked();
    await vi.waitFor(() => expect(silent).toHaveBeenCalledTimes(1));
    watch.dispose();
    client.destroy();
    server.close();
  },
);
