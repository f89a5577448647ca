import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findElectron } from '../../../../../../scripts/lib/electron-runtime.mjs';
import { createLog } from '../../../../../base/log.ts';
import { sameRect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Backend } from '../../../../backend.ts';
import { createLinuxBackend } from '../../index.ts';
import { targetApps, temporaryFolder } from '../../testing/folders.ts';
import { describeApp } from '../../testing/apps/app-suite.ts';
import { allNodes, readTree, startTarget, until, type TargetApp } from '../../testing/apps/target-app.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await createLinuxBackend({ ownProcessIds: () => new Set(), log: createLog('test') });
});
afterAll(() => backend.close());

async function windowsOf(processId: number): Promise<readonly WindowInfo[]> {
  return (await backend.windows.list({ all: false })).filter((window) => window.processId === processId);
}

const electron = await findElectron();

describeApp(
  'two windows of one process with the same title',
  { program: electron.executable, packages: 'none' },
  () => {
    const names = ['alpha', 'beta'] as const;
    let app: TargetApp;
    beforeAll(async () => {
      const args = [
        '--no-sandbox',
        '--disable-gpu',
        '--force-renderer-accessibility',
        join(targetApps, 'electron-app'),
      ];
      const own = [`--user-data-dir=${temporaryFolder()}`, `--names=${names.join(',')}`];
      app = await startTarget(backend, electron.executable, [...args, ...own], { env: { ACCESSIBILITY_ENABLED: '1' } });
      await until(async () => {
        const windows = await windowsOf(app.process.pid!);
        return windows.length === 2 && windows.every(({ title }) => title === 'A form');
      });
    });
    afterAll(() => app.end());

    async function nameIn({ id }: WindowInfo): Promise<string> {
      let found: string | null | undefined;
      await until(async () => {
        const now = (await windowsOf(app.process.pid!)).find((window) => window.id === id)!;
        const nodes = allNodes((await readTree(backend, now)).root);
        found = nodes.find((node) => node.automationId === 'name')?.value;
        return typeof found === 'string';
      });
      return found!;
    }

    async function putInSamePlace(windows: readonly WindowInfo[]): Promise<void> {
      for (const { id } of windows) await backend.windows.move(id, { x: 200, y: 150, width: 600, height: 400 });
      await until(async () => {
        const [a, b] = await windowsOf(app.process.pid!);
        return sameRect(a!.bounds, b!.bounds) && a!.bounds.x === 200;
      });
    }

    it('are distinguished by place, by which is active, and by learnt matches', async () => {
      const windows = await windowsOf(app.process.pid!);
      expect(windows[0]!.title).toBe(windows[1]!.title);
      const [before, after] = [
        { x: 20, y: 30 },
        { x: 700, y: 300 },
      ];
      await backend.windows.move(windows[0]!.id, before);
      await backend.windows.move(windows[1]!.id, after);
      const now = async () => [await nameIn(windows[0]!), await nameIn(windows[1]!)];
      // The app reports its old position until it learns of the move.
      await until(async () => [...(await now())].sort().join() === names.join());
      const apart = await now();
      await putInSamePlace(windows);
      for (const { id } of [...windows, ...windows]) {
        await backend.windows.act(id, 'focus');
        await until(async () => (await windowsOf(app.process.pid!)).find((window) => window.id === id)!.active);
        await until(async () => (await now()).join() === apart.join());
      }
    });
  },
);
