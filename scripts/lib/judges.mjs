import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { cacheFolder, root, sha256 } from './paths.mjs';
import { readJson } from './read-json.mjs';
import { run } from './run.mjs';
import { CannotGoOn, say } from './tell.mjs';

/**
 * The packages that a judge from outside consists of. They are large, and one of them needs a newer Node than we do, so
 * they are no dependencies: each has a manifest and a lock file below scripts/judges/, and is installed into the cache
 * when it is first needed.
 * @param {'agent' | 'conformance' | 'inspector' | 'node'} name
 * @returns {Promise<string>} its node_modules
 * @throws CannotGoOn when npm fails
 */
export async function ensureJudge(name) {
  const manifest = join(root, 'scripts', 'judges', name);
  const version = sha256(readFileSync(join(manifest, 'package-lock.json'))).slice(0, 12);
  const all = join(cacheFolder(), 'judges');
  const folder = join(all, `${name}-${version}`);
  if (!existsSync(folder)) await install(manifest, all, folder);
  return join(folder, 'node_modules');
}

/**
 * In a folder that gets its name when it is complete: two runs at once do not meet, and one that breaks off leaves none.
 * @param {string} manifest
 * @param {string} all
 * @param {string} folder
 */
async function install(manifest, all, folder) {
  say(`Fetching ${Object.keys(dependencies(manifest)).join(', ')}…`);
  mkdirSync(all, { recursive: true });
  const fresh = mkdtempSync(`${folder}.`);
  cpSync(manifest, fresh, { recursive: true });
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run(...npm(args), { cwd: fresh, timeoutMs: 600_000 });
  if (code === 0 && !existsSync(folder)) renameSync(fresh, folder);
  rmSync(fresh, { recursive: true, force: true });
  if (code !== 0) {
    throw new CannotGoOn(`npm ci failed:\n${output.slice(0, 2_000)}\nCheck the connection to the npm registry.`);
  }
}

/**
 * @param {string} manifest
 * @returns {Record<string, string>}
 */
function dependencies(manifest) {
  const read = /** @type {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} */ (
    readJson(join(manifest, 'package.json'))
  );
  return { ...read.dependencies, ...read.optionalDependencies };
}

/**
 * A Node of at least that major version: the running one, or one from npm.
 * @param {number} major
 * @returns {Promise<string>} its executable
 * @throws CannotGoOn where there is none for this platform
 */
export async function ensureNode(major) {
  if (Number(process.versions.node.split('.')[0]) >= major) return process.execPath;
  const executable = join(await ensureJudge('node'), `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(executable)) return executable;
  throw new CannotGoOn(
    `This needs Node ${major}, which npm has not for ${process.platform} ${process.arch}: install it.`,
  );
}

/**
 * What the conformance tests need to know.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function ensureConformance() {
  const modules = await ensureJudge('conformance');
  return {
    DESKSCOPE_CONFORMANCE: join(modules, '@modelcontextprotocol/conformance/dist/index.js'),
    // It uses fs.globSync, which Node 22 brought.
    DESKSCOPE_JUDGE_NODE: await ensureNode(22),
  };
}
