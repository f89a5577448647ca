import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePeers } from './lib/bench-packages.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { bundle } from './lib/bundle.mjs';
import { findElectron } from './lib/electron-runtime.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { runScript, print } from './lib/run-script.mjs';
import { startVirtualDesktop } from './lib/virtual-desktop.mjs';
import { tool } from './lib/tools.mjs';
import { openWindowsNode } from './lib/windows-node.mjs';

await runScript(async () => {
  await ensurePackages();
  if (process.platform === 'win32' || process.argv.includes('--windows'))
    return benchWindows(process.argv.slice(2).filter((each) => each !== '--windows'));
  if (process.argv.includes('--inspect')) return benchInspect();
  await ensureSystemPackages(['electron', 'display', 'samples', 'tests', 'bench']);
  await ensurePeers();
  const electron = await findElectron();
  print(electron.why);
  const only = process.argv.indexOf('--only');
  // Seven benches use the build; the others run from the sources.
  if (
    only < 0 ||
    ['agent-looks', 'agent-runs', 'app', 'cli', 'desktop-tests', 'mcp-start', 'traces'].includes(
      process.argv[only + 1] ?? '',
    )
  )
    await ensureBuilt();
  const built = await buildBench('linux');
  const desktop = await startVirtualDesktop();
  // The benchmarks get Node's own arguments too: a profile of this script would be useless.
  const own = ['--electron', electron.executable, '--engine-entry', built.path('engine')];
  const { code } = await run(
    process.execPath,
    [...process.execArgv, built.path('bench'), ...own, ...process.argv.slice(2)],
    {
      env: desktop.env,
      show: true,
      timeoutMs: 3_600_000,
    },
  );
  await desktop.close();
  return code;
});

/** @param {'linux' | 'windows'} platform */
async function buildBench(platform) {
  const input = { bench: `bench/${platform}/run.ts`, engine: 'src-main/engine/process/entry.ts' };
  // In Wine another folder covers node_modules.
  const built = await bundle(input, platform === 'linux' ? {} : { parent: join(root, 'test-results') });
  process.on('exit', () => rmSync(built.folder, { recursive: true, force: true }));
  return built;
}

/** How soon Inspect shows an app's changes, in the built app on its own desktop. */
async function benchInspect() {
  await ensureSystemPackages(['electron', 'display', 'samples', 'tests']);
  await ensureBuilt();
  const desktop = await startVirtualDesktop();
  const args = tool('playwright', ['test', '--config', 'bench/inspect/playwright.config.ts', '--reporter=line']);
  const env = { ...desktop.env, DESKSCOPE_TEST_DESKTOP: desktop.display };
  const { code } = await run(process.execPath, args, { env, show: true, timeoutMs: 1_200_000 });
  await desktop.close();
  return code;
}

/**
 * Benchmarks of the Windows engine: on Windows, or in Wine. Figures from Wine are not valid for Windows; ratios within
 * one run are.
 * @param {readonly string[]} args
 */
async function benchWindows(args) {
  const built = await buildBench('windows');
  const windows = await openWindowsNode();
  const [program = '', ...rest] = windows.command([
    built.path('bench'),
    '--engine-entry',
    built.path('engine'),
    ...args,
  ]);
  const { code } = await run(program, rest, { show: true, timeoutMs: 1_200_000 });
  await windows.close();
  return code;
}
