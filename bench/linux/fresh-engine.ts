import { createLog } from '../../src-main/base/log.ts';
import { createBackend } from '../../src-main/engine/create-backend.ts';
import type { Engine } from '../../src-main/engine/engine.ts';
import { createLocalEngine } from '../../src-main/engine/process/local-engine.ts';

const log = createLog('bench engine');

/** An engine in this process with an empty cache. */
export function freshEngine(): Promise<Engine> {
  return createLocalEngine({ log, backend: (options) => createBackend('linux', options) });
}
