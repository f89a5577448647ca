import { ensureBuilt } from './lib/build.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { run } from './lib/run.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { runScript, print } from './lib/run-script.mjs';
import { tool } from './lib/tools.mjs';
import { startVirtualDesktop } from './lib/virtual-desktop.mjs';

/** Retakes the pictures of `docs/`: an inspected app of each toolkit, the recorder, and a run of agents; words select some. */
await runScript(async () => {
  await ensurePackages();
  await ensureSystemPackages(['electron', 'display', 'samples', 'tests']);
  await ensureBuilt();
  const desktop = await startVirtualDesktop();
  const env = { ...desktop.env, DESKSCOPE_TEST_DESKTOP: desktop.display };
  const args = tool('playwright', [
    'test',
    '--config',
    'e2e/pictures/playwright.config.ts',
    '--reporter=line',
    ...process.argv.slice(2),
  ]);
  const { code, output } = await run(process.execPath, args, { env, timeoutMs: 900_000 });
  await desktop.close();
  print(code === 0 ? 'Done: the pictures in docs/.' : output);
  return code;
});
