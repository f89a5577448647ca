import type { WindowId } from '#contract/model/windows/window';
import { createLog } from '../../base/log.ts';
import type { Backend } from '../../engine/backend.ts';
import {
  startTarget,
  type TargetApp,
  type TargetOptions,
} from '../../engine/backends/linux/testing/apps/target-app.ts';
import { createBackend } from '../../engine/create-backend.ts';
import { createLocalEngine } from '../../engine/process/local-engine.ts';
import { createClientBench, type ClientBench } from './client.ts';

/** A real MCP client of real tools on the current DISPLAY. */
export interface LinuxBench extends ClientBench {
  readonly backend: Backend;
  /** Starts an app and returns the handle of its window; ended with the bench. */
  open(command: string, args?: readonly string[], options?: TargetOptions): Promise<WindowId>;
  /** Ends the app with that window as a crash does. */
  end(handle: WindowId): Promise<void>;
}

export async function linuxBench(): Promise<LinuxBench> {
  let backend: Backend | undefined;
  const engine = await createLocalEngine({
    log: createLog('test'),
    backend: async (options) => (backend = await createBackend('linux', options)),
  });
  if (!backend) throw new Error('There is no back end.');
  const used = backend;
  const bench = await createClientBench({ engine });
  const apps = new Map<WindowId, TargetApp>();
  const end = async (handle: WindowId) => {
    await apps.get(handle)?.end();
    apps.delete(handle);
  };
  return {
    ...bench,
    backend: used,
    end,
    async open(command, args = [], options = {}) {
      const app = await startTarget(used, command, args, options);
      const { id } = await app.window();
      apps.set(id, app);
      return id;
    },
    async close() {
      for (const handle of [...apps.keys()]) await end(handle);
      await bench.close();
    },
  };
}
