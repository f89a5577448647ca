import { parseArgs } from 'node:util';
import { runFailedAlone } from './lib/again.mjs';
import { runLanes } from './lib/lanes.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { describe, sum } from './lib/parts.mjs';
import { everything, stages } from './lib/stages.mjs';
import { CannotGoOn, runScript, print } from './lib/run-script.mjs';

await runScript(async () => {
  const { values, positionals: paths } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
  const wanted = values.only;
  const stage = wanted === undefined ? undefined : stages[wanted];
  if (wanted !== undefined && !stage) {
    throw new CannotGoOn(`--only takes one of ${Object.keys(stages).join(', ')}, not "${wanted}".`);
  }
  if (!stage && paths.length > 0) throw new CannotGoOn('Files are chosen with --only, e.g. --only linux x11.');
  await ensurePackages();
  /** @type {import('./lib/again.mjs').RunAlone} */
  const alone = async (name, paths, titles) => (await stages[name]?.({ paths, titles })) ?? [];
  const results = stage ? await stage({ paths }) : await runFailedAlone((await runLanes(everything())).flat(), alone);
  for (const { name, failures = [] } of results.filter(({ ok }) => !ok)) {
    print(`Failed: ${name}. Output: test-results/`);
    for (const failure of failures) print(`  ${failure}`);
  }
  print(describe(sum(results)));
  return results.every(({ ok }) => ok) ? 0 : 1;
});
