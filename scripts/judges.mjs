import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './lib/run.mjs';
import { CannotGoOn, runScript, print } from './lib/run-script.mjs';

/** The test suites of docs/scoreboard.md, at its commits. None of their files is part of the project. */
const judges = {
  'Farama-Foundation/miniwob-plusplus': '3f461ffcca7cecd2e84f603c6908ea16a0dfbc0c',
  'GNOME/at-spi2-core': 'd7d591cf61d653033df58544e5834a8c96937f3e',
  'act-rules/act-rules.github.io': 'd77d6fced330d12fcdeaf903cec5511923021127',
};

/** Fetches the test suites of `npm run score` into a folder: `node scripts/judges.mjs DIR`. */
await runScript(async () => {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new CannotGoOn('Name the folder that the checkouts go to: node scripts/judges.mjs DIR');
  for (const [source, commit] of Object.entries(judges)) {
    const target = resolve(folder, source.split('/')[1] ?? source);
    if (!existsSync(join(target, '.git'))) await git(['init', '--quiet', target]);
    await git(['-C', target, 'fetch', '--quiet', '--depth', '1', `https://github.com/${source}`, commit]);
    await git(['-C', target, 'checkout', '--quiet', '--detach', commit]);
    print(`${source} at ${commit.slice(0, 7)}`);
  }
  return 0;
});

/** @param {readonly string[]} args */
async function git(args) {
  const { code, output } = await run('git', args, { timeoutMs: 600_000 });
  if (code !== 0) throw new CannotGoOn(`git ${args.join(' ')} failed:\n${output.slice(-2_000)}`);
}
