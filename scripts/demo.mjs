import { ensureBuilt } from './lib/build.mjs';
import { findElectron } from './lib/electron-runtime.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { run } from './lib/run.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { runScript, print } from './lib/run-script.mjs';
import { tool } from './lib/tools.mjs';
import { startVirtualDesktop } from './lib/virtual-desktop.mjs';

await runScript(async () => {
  await ensurePackages();
  await ensureSystemPackages(['electron', 'display', 'samples', 'tests']);
  await ensureBuilt();
  print((await findElectron()).why);
  const desktop = await startVirtualDesktop();
  print('Walking the journeys on a virtual desktop…');
  const env = { ...desktop.env, DESKSCOPE_TEST_DESKTOP: desktop.display };
  const args = tool('playwright', ['test', '--config', 'e2e/demo/playwright.config.ts', '--reporter=line']);
  const { code, output } = await run(process.execPath, args, { env, timeoutMs: 300_000 });
  await desktop.close();
  if (code !== 0) print(output);
  print(
    code === 0
      ? 'Done. demo-output/ has the pictures, recording.json, the scripts, trace/ and junit.xml.'
      : 'The walk broke off; demo-output/ has what was made until then.',
  );
  return code;
});
