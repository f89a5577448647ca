import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasProgram } from '../programs.mjs';
import { run } from '../run.mjs';
import { keyring } from './debian.mjs';
import { inSandbox } from './sandbox.mjs';

/**
 * @typedef {object} Machine
 * @property {string} platform
 * @property {string} arch
 * @property {readonly string[]} missing programs
 * @property {boolean} hasKeyring
 * @property {string} sandboxError empty if programs can be run in namespaces of their own
 */

/**
 * @param {Machine} machine
 * @returns {string} why Wine cannot be set up on it, as the end of a sentence; empty if it can
 */
export function reasonAgainstWine({ platform, arch, missing, hasKeyring, sandboxError }) {
  if (platform !== 'linux' || arch !== 'x64') return `Wine is set up on Linux x64 only, this is ${platform} ${arch}`;
  if (missing.length > 0) return `it needs ${missing.join(', ')}, as Debian has them`;
  if (!hasKeyring) return `it needs ${keyring} (package debian-archive-keyring)`;
  if (sandboxError) return `this user may not make namespaces (${sandboxError})`;
  return '';
}

/** {@link reasonAgainstWine} for this machine. */
export async function whyNoWine() {
  const { platform, arch } = process;
  const missing = ['apt-get', 'dpkg-deb', 'unshare', 'setpriv'].filter((name) => !hasProgram(name));
  const machine = { platform, arch, missing, hasKeyring: existsSync(keyring), sandboxError: '' };
  return reasonAgainstWine(machine) || reasonAgainstWine({ ...machine, sandboxError: await trySandbox() });
}

/** Tries a run's commands. @returns {Promise<string>} the last line of a failure */
async function trySandbox() {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-sandbox-'));
  const binds = ['/usr', '/dev'].map((path) => /** @type {const} */ ([path, path]));
  const sandbox = { root: folder, output: '/dev/null', binds, cwd: '/', env: {} };
  const [program, ...args] = inSandbox(sandbox, ['/usr/bin/true']);
  const { code, output } = await run(program, args, { timeoutMs: 20_000 });
  rmSync(folder, { recursive: true });
  return code === 0 ? '' : output.trim().split('\n').at(-1) || `exit code ${code}`;
}
