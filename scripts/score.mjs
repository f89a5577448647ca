import { execFileSync } from 'node:child_process';
import { ensurePeers } from './lib/bench-packages.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { bundleEntry } from './lib/bundle.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { runScript } from './lib/run-script.mjs';
import { tool } from './lib/tools.mjs';
import { startVirtualDesktop } from './lib/virtual-desktop.mjs';

/**
 * Runs third-party test suites against the built product, into docs/scoreboard.md: `--judges DIR` with their checkouts, `--only
 * JUDGE`,
 * `--case NAME` again, `--fresh` for all again. Continues after an interruption.
 */
await runScript(async () => {
  await ensurePackages();
  await ensureSystemPackages(['electron', 'display', 'samples', 'tests', 'judges', 'bench']);
  await ensurePeers();
  await ensureBuilt();
  process.chdir(root);
  const built = await bundleEntry('bench/score/run.ts');
  const desktop = await startVirtualDesktop();
  const args = [built.path, '--versions', versions(), ...process.argv.slice(2)];
  const { code } = await run(process.execPath, args, { env: desktop.env, show: true, timeoutMs: 7_200_000 });
  await desktop.close();
  await built.remove();
  await run(process.execPath, tool('oxfmt', ['docs/scoreboard.md', 'bench/results/peers.md']));
  return code;
});

/** @returns {string} */
function versions() {
  const packages = ['chromium', 'at-spi2-core', 'python3-dogtail', 'python3-pyatspi'];
  const args = ['-W', '-f', '${Package} ${Version}, ', ...packages];
  const debian = execFileSync('dpkg-query', args, { encoding: 'utf8' }).replace(/, $/u, '');
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return `Deskscope at ${commit}, ${debian}, Node.js ${process.versions.node}`;
}
