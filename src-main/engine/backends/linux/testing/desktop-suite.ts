import type { ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { silentLog } from '../../../../base/log.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Backend } from '../../../backend.ts';
import { createLinuxBackend } from '../index.ts';
import { openOwnDesktop, type OwnDesktop } from './own-desktop.ts';
import { until } from './apps/target-app.ts';

/** A separate desktop for a test file; to be read inside tests. */
export interface DesktopSuite {
  readonly desktop: () => OwnDesktop;
  readonly backend: () => Backend;
  /** Starts a program with an empty home, until the end of the test. */
  readonly start: OwnDesktop['start'];
  /** Waits for a window, with that title if given. */
  readonly shown: (title?: string) => Promise<WindowInfo>;
  /** Starts a program and waits for its window. */
  readonly windowOf: (
    command: string,
    args?: readonly string[],
    env?: NodeJS.ProcessEnv,
    title?: string,
  ) => Promise<WindowInfo>;
}

/** Each test begins without windows, and with accessibility on. */
export function useOwnDesktop(): DesktopSuite {
  let desktop: OwnDesktop;
  let backend: Backend;
  let home: string;
  const apps: ChildProcess[] = [];

  beforeAll(async () => {
    desktop = await openOwnDesktop();
    backend = await createLinuxBackend({ ownProcessIds: () => new Set(), log: silentLog });
    home = mkdtempSync(join(tmpdir(), 'deskscope-home-'));
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) app.kill('SIGKILL');
    await until(async () => (await backend.windows.list({ all: true })).length === 0);
    await desktop.setAccessibility(true);
  });
  afterAll(async () => {
    await backend.close();
    await desktop.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const start: DesktopSuite['start'] = (command, args = [], env = {}) => {
    const app = desktop.start(command, args, { HOME: home, LC_ALL: 'C.UTF-8', ...env });
    apps.push(app);
    return app;
  };
  const shown: DesktopSuite['shown'] = async (title) => {
    let found: WindowInfo | undefined;
    await until(async () => {
      const windows = await backend.windows.list({ all: false });
      found = windows.find((window) => title === undefined || window.title === title);
      return found !== undefined;
    }, 30_000);
    return found!;
  };
  return {
    desktop: () => desktop,
    backend: () => backend,
    start,
    shown,
    windowOf(command, args, env, title) {
      start(command, args, env);
      return shown(title);
    },
  };
}
