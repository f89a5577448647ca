import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './lib/run.mjs';
import { CannotGoOn, runScript, print } from './lib/run-script.mjs';

/**
 * The test suites of docs/scoreboard.md, at its commits; of large repositories only the named folders. None of their files is part of
 * the project.
 *
 * @type {Readonly<Record<string, { commit: string, only?: readonly string[] }>>}
 */
const judges = {
  'Farama-Foundation/miniwob-plusplus': { commit: '3f461ffcca7cecd2e84f603c6908ea16a0dfbc0c' },
  'GNOME/at-spi2-core': { commit: 'd7d591cf61d653033df58544e5834a8c96937f3e' },
  'act-rules/act-rules.github.io': { commit: 'd77d6fced330d12fcdeaf903cec5511923021127' },
  'chromium/chromium': { commit: 'refs/tags/156.0.8078.108', only: ['content/test/data/accessibility'] },
  'web-platform-tests/wpt': {
    commit: '63e027e5a5b0a7486cefb564fb186ef2b967b2ed',
    only: ['accname', 'core-aam', 'html-aam'],
  },
};

/** Fetches the test suites of `npm run score` into a folder: `node scripts/judges.mjs DIR`. */
await runScript(async () => {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new CannotGoOn('Name the folder that the checkouts go to: node scripts/judges.mjs DIR');
  for (const [source, { commit, only }] of Object.entries(judges)) {
    const target = resolve(folder, source.split('/')[1] ?? source);
    const address = `https://github.com/${source}`;
    if (!existsSync(join(target, '.git'))) await git(['init', '--quiet', target]);
    const partly = only ? ['--filter=blob:none'] : [];
    if (only) {
      // Files are fetched when they are checked out, from the remote that promised them.
      await git(['-C', target, 'config', 'remote.origin.url', address]);
      await git(['-C', target, 'config', 'remote.origin.promisor', 'true']);
      await git(['-C', target, 'sparse-checkout', 'set', ...only]);
    }
    await git(['-C', target, 'fetch', '--quiet', '--depth', '1', ...partly, only ? 'origin' : address, commit]);
    await git(['-C', target, 'checkout', '--quiet', '--detach', 'FETCH_HEAD']);
    print(`${source} at ${commit}`);
  }
  return 0;
});

/** @param {readonly string[]} args */
async function git(args) {
  const { code, output } = await run('git', args, { timeoutMs: 600_000 });
  if (code !== 0) throw new CannotGoOn(`git ${args.join(' ')} failed:\n${output.slice(-2_000)}`);
}
