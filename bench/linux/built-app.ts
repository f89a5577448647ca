import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sandboxArguments } from '../../scripts/lib/electron-arguments.mjs';

/** Runs the built app, or the Electron app in `folder`, with its own profile, which `prepare` may fill before the start. */
export async function withDeskscope(
  executablePath: string,
  work: (page: Page) => Promise<void>,
  prepare: (profile: string) => Promise<void> = () => Promise.resolve(),
  folder = process.cwd(),
): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'deskscope-bench-profile-'));
  await writeFile(join(profile, 'settings.json'), JSON.stringify({ version: 1, mcpPort: 0 }));
  await prepare(profile);
  const sandbox = sandboxArguments({ platform: process.platform, uid: process.getuid?.() });
  // Half a second of loading that other benches need not pay for.
  const { _electron } = await import('@playwright/test');
  const electron = await _electron.launch({
    executablePath,
    chromiumSandbox: true,
    timeout: 60_000,
    args: [...sandbox, folder, `--user-data-dir=${profile}`],
  });
  try {
    await work(await electron.firstWindow({ timeout: 60_000 }));
  } finally {
    await electron.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
