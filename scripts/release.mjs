/**
 * Makes a release in this folder: `node scripts/release.mjs minor`. Checks, sets the version and its section in the changelog,
 * builds and packs; then prints the remaining commands. It commits, tags and publishes nothing. `--dry-run` only prints what it
 * would write.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { runChecks } from './lib/checks.mjs';
import { npm } from './lib/npm.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { root } from './lib/paths.mjs';
import { readJson } from './lib/read-json.mjs';
import { notesOf, released } from './lib/release/changelog.mjs';
import { nextVersion } from './lib/release/version.mjs';
import { run } from './lib/run.mjs';
import { CannotGoOn, runScript, print } from './lib/run-script.mjs';

const dryRun = process.argv.includes('--dry-run');
const [wanted = ''] = process.argv.slice(2).filter((word) => word !== '--dry-run');
const changelogFile = join(root, 'CHANGELOG.md');

await runScript(async () => {
  const { version: current, private: isPrivate } = /** @type {{ version: string, private?: boolean }} */ (
    readJson(join(root, 'package.json'))
  );
  const version = nextVersion(current, wanted);
  const changelog = released(await readFile(changelogFile, 'utf8'), version, new Date().toISOString().slice(0, 10));
  await expectClean();
  if (dryRun) {
    print(`Would release ${version} after ${current}, with these notes:\n\n${notesOf(changelog, version)}`);
    return 0;
  }
  await ensurePackages();
  const failed = (await runChecks()).filter(({ ok }) => !ok);
  if (failed.length > 0) throw new CannotGoOn(`Not released: ${failed.map(({ name }) => name).join(', ')} failed.`);
  if (version !== current) await expectOk(...npm(['version', version, '--no-git-tag-version']));
  await writeFile(changelogFile, changelog);
  await ensureBuilt();
  await expectOk(...npm(['pack', '--ignore-scripts']));
  print(nextSteps(version, isPrivate === true));
  return 0;
});

/** A release contains committed changes only. */
async function expectClean() {
  const { code, output } = await run('git', ['status', '--porcelain']);
  if (code !== 0) throw new CannotGoOn(`git does not say whether all is committed: ${output.trim()}`);
  if (output.trim() !== '') throw new CannotGoOn(`Commit these first, or put them away:\n${output.trimEnd()}`);
}

/** @param {string} command @param {readonly string[]} args */
async function expectOk(command, args) {
  const { code, output } = await run(command, args);
  if (code !== 0) throw new CannotGoOn(`${[command, ...args].join(' ')} failed:\n${output.trimEnd()}`);
}

/** @param {string} version @param {boolean} isPrivate */
function nextSteps(version, isPrivate) {
  const steps = [
    'npm test',
    `npm i -g ./deskscope-${version}.tgz && deskscope doctor   # on a machine that has never seen it`,
    `git commit -am "Release ${version}" && git tag v${version}`,
    'npm run package   # the installers',
    ...(isPrivate ? ['npm pkg delete private   # the decision to publish; commit it before the tag'] : []),
    `npm publish ./deskscope-${version}.tgz`,
  ];
  return [`Packed ${version}. Nothing is committed, tagged or published yet. What is left:`, ...steps].join('\n  ');
}
