/**
 * Builds electron-builder.yml's targets for this system, into out/packages. Further arguments go to electron-builder:
 * `npm run package -- --dir` keeps the unpacked folder only.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureJudge } from './lib/judges.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { root } from './lib/paths.mjs';
import { readJson } from './lib/read-json.mjs';
import { run } from './lib/run.mjs';
import { runScript, print } from './lib/run-script.mjs';

await runScript(async () => {
  await ensurePackages();
  await ensureBuilt();
  const builder = join(await ensureJudge('packager'), 'electron-builder', 'cli.js');
  const config = [...electron(), ...signing(process.env)];
  const asked = process.argv.slice(2);
  const targets = process.platform === 'linux' && !asked.some(namesTargets) ? linuxTargets() : [];
  const args = ['--config', 'electron-builder.yml', '--publish', 'never', ...targets, ...config, ...asked];
  return (await run(process.execPath, [builder, ...args], { show: true })).code;
});

/** Targets beside `--dir` would be built as well. @param {string} argument */
function namesTargets(argument) {
  return /^(?:--dir|--linux|-l)(?:=|$)/.test(argument);
}

/** electron-builder builds no .deb of a project without a homepage. */
function linuxTargets() {
  const { homepage } = /** @type {{ homepage?: string }} */ (readJson(join(root, 'package.json')));
  if (homepage) return [];
  print('No .deb is made: it needs a `homepage` in package.json.');
  return ['--linux', 'tar.gz'];
}

/** The installed Electron; otherwise electron-builder fetches the same one. */
function electron() {
  const folder = join(root, 'node_modules', 'electron');
  const dist = join(folder, 'dist');
  // `path.txt` is written last: without it the extraction was interrupted.
  return existsSync(dist) && existsSync(join(folder, 'path.txt')) ? [`-c.electronDist=${dist}`] : [];
}

/**
 * electron-builder signs if its environment names a certificate (https://www.electron.build/code-signing). Users who name one
 * do not want an unsigned package.
 * @param {NodeJS.ProcessEnv} variables
 */
function signing({ WIN_CSC_LINK, CSC_LINK }) {
  return WIN_CSC_LINK || CSC_LINK ? ['-c.forceCodeSigning=true'] : [];
}
