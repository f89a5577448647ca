import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { announceProcess, processPipe } from '../../../../base/processes/announce-process.ts';
import { hasAnnounced } from './table.ts';

test('only the process itself can register as Deskscope', async () => {
  expect(hasAnnounced(process.pid)).toBe(false);
  announceProcess();
  expect(hasAnnounced(process.pid)).toBe(true);
  // The caller disconnects at once, and so does the pipe.
  for (let i = 0; i < 20; i++) {
    expect(hasAnnounced(process.pid)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const forger = createServer().listen(processPipe(process.ppid));
  await once(forger, 'listening');
  expect(hasAnnounced(process.ppid)).toBe(false);
  forger.close();
});
