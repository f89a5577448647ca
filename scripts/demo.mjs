import { findElectron } from './lib/electron-runtime.mjs';
import { runScript, print } from './lib/run-script.mjs';
import { walk } from './lib/walk.mjs';

await runScript(async () => {
  print((await findElectron()).why);
  print('Walking the journeys on a virtual desktop…');
  const { code, output } = await walk('e2e/demo/playwright.config.ts', { timeoutMs: 300_000 });
  if (code !== 0) print(output);
  print(
    code === 0
      ? 'Done. demo-output/ has the pictures, recording.json, the scripts, trace/ and junit.xml.'
      : 'The walk broke off; demo-output/ has what was made until then.',
  );
  return code;
});
