import { silentLog } from '../../../../base/log.ts';
import { forkEngine } from '../../../process/fork-engine.ts';
import { createRemoteEngine, type RemoteEngine } from '../../../process/remote-engine.ts';
import { bundleEntry } from '../../../../../scripts/lib/bundle.mjs';

export interface WindowsEngine {
  readonly engine: RemoteEngine;
  close(): Promise<void>;
}

/** The engine as it runs on Windows: built, in a separate, supervised process. */
export async function startWindowsEngine(): Promise<WindowsEngine> {
  const entry = await bundleEntry();
  const spawn = () => forkEngine(entry.path, { backend: 'windows' });
  const engine = createRemoteEngine({ spawn, log: silentLog });
  return {
    engine,
    async close() {
      await engine.close();
      await entry.remove();
    },
  };
}
