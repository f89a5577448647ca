import { ensureBuilt } from './lib/build.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { run } from './lib/run.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { runScript } from './lib/run-script.mjs';
import { tool } from './lib/tools.mjs';

/**
 * Records and replays flows in real apps of many toolkits, with real input, and reports the outcomes. Arguments are parts
 * of the names of flows.
 */
await runScript(async () => {
  await ensurePackages();
  await ensureSystemPackages(['electron', 'display', 'samples', 'tests', 'corpus']);
  await ensureBuilt();
  const wanted = process.argv.slice(2);
  const env = wanted.length === 0 ? process.env : { ...process.env, DESKSCOPE_FLOWS: wanted.join(',') };
  const args = tool('playwright', ['test', '--config', 'e2e/corpus/playwright.config.ts', '--reporter=line']);
  const { code } = await run(process.execPath, args, { env, show: true, timeoutMs: 7_200_000 });
  return code;
});
