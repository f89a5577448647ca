import { runChecks } from './lib/checks.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { runScript, print } from './lib/run-script.mjs';

await runScript(async () => {
  await ensurePackages();
  const began = Date.now();
  const failed = (await runChecks()).filter(({ ok }) => !ok);
  const seconds = Math.round((Date.now() - began) / 1000);
  print(failed.length > 0 ? `Failed: ${failed.map(({ name }) => name).join(', ')}.` : `All well, in ${seconds} s.`);
  return failed.length > 0 ? 1 : 0;
});
