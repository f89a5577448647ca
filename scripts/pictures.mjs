import { runScript, print } from './lib/run-script.mjs';
import { walk } from './lib/walk.mjs';

/** Retakes the pictures of `docs/`: an inspected app of each toolkit, the recorder, and a run of agents; words select some. */
await runScript(async () => {
  const { code, output } = await walk('e2e/pictures/playwright.config.ts', { args: process.argv.slice(2) });
  print(code === 0 ? 'Done: the pictures in docs/.' : output);
  return code;
});
