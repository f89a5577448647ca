import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { sandboxArguments } from '../../scripts/lib/electron-arguments.mjs';
import { findElectron } from '../../scripts/lib/electron-runtime.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { startSway } from '../../src-main/engine/backends/linux/testing/compositors/sway-session.ts';
import { outputOf } from '../../src-main/engine/backends/linux/testing/x-display.ts';

const soon = { timeout: 30_000, interval: 100 };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it('restarts through XWayland, once, if Electron itself chose Wayland', async () => {
  const session = await startSway();
  closing.push(() => session.close());
  const profile = mkdtempSync(join(tmpdir(), 'deskscope-start-'));
  closing.push(() => rmSync(profile, { recursive: true, force: true, maxRetries: 50 }));
  writeFileSync(join(profile, 'settings.json'), JSON.stringify({ version: 1, mcpPort: 0 }));
  // So does Electron from 39 on, before any of our code runs.
  const chooses = join(profile, 'chooses.cjs');
  writeFileSync(chooses, "require('electron').app.commandLine.appendSwitch('ozone-platform', 'wayland');");
  const { executable } = await findElectron();
  const sandbox = sandboxArguments({ platform: process.platform, uid: process.getuid?.() });
  const args = [...sandbox, '-r', chooses, root, `--user-data-dir=${profile}`];
  const first = spawn(executable, args, { env: session.env, stdio: 'ignore' });
  closing.push(() => mainOf(profile) > 0 && process.kill(mainOf(profile), 'SIGKILL'));
  await vi.waitFor(async () => {
    const tree = await outputOf('swaymsg', ['-t', 'get_tree', '-r'], session.env);
    expect(tree).toMatch(/"shell": "xwayland"/);
    expect(tree).toContain('"title": "Deskscope"');
  }, soon);
  expect(mainOf(profile)).not.toBe(first.pid);
  // The name by which other Deskscopes know its windows.
  expect(readFileSync(`/proc/${mainOf(profile)}/comm`, 'utf8').trim()).toBe('deskscope');
});

/** The app's main process, by its profile's lock; 0 while there is none. Its command line is gone with its name. */
function mainOf(profile: string): number {
  try {
    return Number(/-(\d+)$/.exec(readlinkSync(join(profile, 'SingletonLock')))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
