import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { silentLog } from '../../../../../base/log.ts';
import type { RawInput } from '../../../../backend.ts';
import { soon } from '../../../../testing/outcome.ts';
import { createLinuxBackend } from '../../index.ts';
import { python } from '../../testing/apps/target-app.ts';
import { listenRaw } from './missing.ts';

const sender = path.join(process.cwd(), 'bench/recorder/send_input.py');

interface Sent {
  readonly clicks: number;
  readonly keys: number;
  readonly notches: number;
}

/** Blocks the event loop for this long, as on a machine with busy CPUs. */
function starve(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test.each(['keys', 'mixed'])(
  'input during a blocked event loop is either reported or known to be lost: %s',
  async (what) => {
    const backend = await createLinuxBackend({ ownProcessIds: () => new Set(), log: silentLog });
    const reported: RawInput[] = [];
    const listening = await backend.observer.listen((input) => reported.push(input));
    // The server also sends events to other clients, as when keys go to an app.
    const other = await listenRaw(process.env.DISPLAY ?? '', () => undefined);
    try {
      const sending = promisify(execFile)(python, [sender, what, '1000', '3', '200', '200']);
      await vi.waitFor(() => expect(reported.length).toBeGreaterThan(10), soon);
      starve(1_500);
      const { clicks, keys, notches } = JSON.parse((await sending).stdout) as Sent;
      const all = 2 * clicks + keys + notches;
      await vi.waitFor(() => expect(counted(reported)).toBeGreaterThanOrEqual(all), soon);
      expect(counted(reported)).toBe(all);
    } finally {
      other?.dispose();
      listening.dispose();
      await backend.close();
    }
  },
);

/** Presses, releases, keys and notches, including those reported as lost. */
function counted(reported: readonly RawInput[]): number {
  return reported.reduce((count, input) => {
    if (input.type === 'lost') return count + (input.events ?? 0);
    if (input.type === 'wheel') return count + Math.abs(input.notches);
    return input.type === 'move' ? count : count + 1;
  }, 0);
}
