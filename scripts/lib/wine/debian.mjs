import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeFolder } from '../complete-folder.mjs';
import { sha256 } from '../paths.mjs';
import { run } from '../run.mjs';
import { print } from '../run-script.mjs';
import { wineCache } from './folders.mjs';
import { stepOf } from './step.mjs';

/** Debian 13: its Wine 10 is the first with the window events we use; Debian 12 has Wine 8. */
export const suite = 'trixie';

/** Wine, the X libraries its driver loads at run time, and their dependencies: nothing for sound, printing and video. */
const packages = (
  'wine64 libwine libc6 libgcc-s1 libx11-6 libxcb1 libxau6 libxdmcp6 libbsd0 libmd0 libxext6 libxrandr2 libxrender1 ' +
  'libxi6 libxcursor1 libxfixes3 libxinerama1 libxxf86vm1 libxcomposite1 libfreetype6 libpng16-16t64 zlib1g libbz2-1.0 ' +
  'libbrotli1 libfontconfig1 libexpat1 fontconfig-config fonts-dejavu-core fonts-dejavu-mono libunwind8 liblzma5 dash ' +
  'coreutils libselinux1 libpcre2-8-0 libacl1 libattr1 libgmp10 libssl3t64 libzstd1 libz-mingw-w64'
).split(' ');
/** The UI Automation headers of Debian 12 define 4 interfaces, these 125. */
const headerPackage = 'mingw-w64-common';
const headers = ['uiautomation.h', 'uiautomationclient.h', 'uiautomationcore.h', 'uiautomationcoreapi.h'];

export const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
const layout = 1;

/**
 * What Debian gives for Wine.
 * @typedef {object} Debian
 * @property {string} root with usr/ and etc/, as for chroot(1)
 * @property {string} headers folder with the UI Automation headers
 * @property {string} version of Wine
 */

/**
 * Downloads and unpacks it once. Nothing is installed: apt works in its own folder, with this machine's mirror.
 * @returns {Promise<Debian>}
 * @throws CannotGoOn with the step and its log
 */
export async function ensureDebian() {
  const key = sha256(JSON.stringify([layout, suite, packages, headerPackage, headers])).slice(0, 12);
  const folder = await completeFolder(join(wineCache(), `debian-${suite}-${key}`), fetchDebian);
  return {
    root: join(folder, 'root'),
    headers: join(folder, 'headers'),
    version: readFileSync(join(folder, 'version'), 'utf8'),
  };
}

/** @param {string} folder */
async function fetchDebian(folder) {
  print(`Fetching Wine from Debian ${suite}…`);
  const debs = await download(join(folder, 'apt'));
  const find = (/** @type {string} */ name) => debs.find((file) => file.includes(`/${name}_`)) ?? '';
  for (const deb of debs) if (deb !== find(headerPackage)) await unpack(deb, join(folder, 'root'));
  completeRoot(join(folder, 'root'));
  await takeHeaders(find(headerPackage), folder);
  const version = await stepOf('reading the version of Wine', 'dpkg-deb', ['-f', find('libwine'), 'Version']);
  writeFileSync(join(folder, 'version'), version.trim());
  rmSync(join(folder, 'apt'), { recursive: true });
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} the .deb files
 */
async function download(folder) {
  const debs = join(folder, 'debs');
  for (const needed of ['state/lists/partial', 'cache/archives/partial', 'debs']) {
    mkdirSync(join(folder, needed), { recursive: true });
  }
  writeFileSync(join(folder, 'sources.list'), `deb [signed-by=${keyring}] ${await mirror()} ${suite} main\n`);
  const own = [
    ['Dir::State', join(folder, 'state')],
    ['Dir::Cache', join(folder, 'cache')],
    ['Dir::Etc::sourcelist', join(folder, 'sources.list')],
    ['Dir::Etc::sourceparts', '/dev/null'],
    ['APT::Sandbox::User', 'root'],
    ['Acquire::Languages', 'none'],
    // Otherwise an unreachable list is only a warning.
    ['APT::Update::Error-Mode', 'any'],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await stepOf(`the package list of ${suite}`, 'apt-get', ['-qq', ...own, 'update']);
  const wanted = [...packages, headerPackage];
  await stepOf(`downloading packages of ${suite}`, 'apt-get', ['-qq', ...own, 'download', ...wanted], { cwd: debs });
  return readdirSync(debs).map((name) => join(debs, name));
}

/** The mirror in this machine's own sources. */
async function mirror() {
  const format = ['--format', '$(REPO_URI)', 'Created-By: Packages', 'Origin: Debian'];
  const { output } = await run('apt-get', ['indextargets', ...format]);
  return output.split('\n').find((uri) => /^https?:.*\/debian\/?$/.test(uri)) ?? 'http://deb.debian.org/debian/';
}

/**
 * @param {string} deb
 * @param {string} folder
 */
async function unpack(deb, folder) {
  mkdirSync(folder, { recursive: true });
  await stepOf(`unpacking ${deb}`, 'dpkg-deb', ['-x', deb, folder]);
}

/**
 * Does the work of the packages' own scripts.
 * @param {string} root
 */
function completeRoot(root) {
  const etc = join(root, 'etc');
  writeFileSync(join(etc, 'hosts'), '127.0.0.1 localhost\n');
  writeFileSync(join(etc, 'passwd'), 'root:x:0:0::/home:/bin/sh\n');
  markBuiltin(
    join(root, 'usr/x86_64-w64-mingw32/lib/zlib1.dll'),
    join(root, 'usr/lib/x86_64-linux-gnu/wine/x86_64-windows/zlib1.dll'),
  );
}

/**
 * Wine installs into a prefix only libraries marked after the DOS header; Debian's user32.dll needs this mark.
 * @param {string} from
 * @param {string} to
 */
function markBuiltin(from, to) {
  const library = readFileSync(from);
  library.fill(0, 64, 96);
  library.write('Wine builtin DLL', 64, 'latin1');
  writeFileSync(to, library);
}

/**
 * @param {string} deb
 * @param {string} folder
 */
async function takeHeaders(deb, folder) {
  const all = join(folder, 'apt', 'headers');
  await unpack(deb, all);
  mkdirSync(join(folder, 'headers'));
  for (const name of headers) {
    copyFileSync(join(all, 'usr/share/mingw-w64/include', name), join(folder, 'headers', name));
  }
}
