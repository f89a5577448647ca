import { ensureBuilt } from './lib/build.mjs';
import { bundle } from './lib/bundle.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { runScript } from './lib/run-script.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { startVirtualDesktop } from './lib/virtual-desktop.mjs';

/**
 * A person, an agent, apps that come and go, recordings and replays for an hour, or for as long as is named (`2h`, `30m`,
 * `90s`), on a desktop of their own. Writes memory, descriptors and lost events to `test-results/soak/`.
 */
await runScript(async () => {
  await ensurePackages();
  await ensureSystemPackages(['electron', 'display', 'samples', 'tests', 'bench']);
  await ensureBuilt();
  process.chdir(root);
  const built = await bundle({ soak: 'bench/soak/run.ts', engine: 'src-main/engine/process/entry.ts' });
  const desktop = await startVirtualDesktop();
  const args = [built.path('soak'), '--engine-entry', built.path('engine'), ...process.argv.slice(2)];
  const { code } = await run(process.execPath, args, { env: desktop.env, show: true, timeoutMs: 90_000_000 });
  await desktop.close();
  await built.remove();
  return code;
});
