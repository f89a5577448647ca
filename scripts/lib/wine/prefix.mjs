import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { completeFolder } from '../complete-folder.mjs';
import { sha256 } from '../paths.mjs';
import { print } from '../run-script.mjs';
import { newRunFolder, wineCache } from './folders.mjs';
import { inSandbox } from './sandbox.mjs';
import { stepOf } from './step.mjs';
import { wine, wineSandbox } from './wine.mjs';

/** Makes a crashing program exit, instead of showing a dialog. */
const settings = `Windows Registry Editor Version 5.00

[HKEY_CURRENT_USER\\Software\\Wine]
"Version"="win10"

[HKEY_CURRENT_USER\\Software\\Wine\\WineDbg]
"ShowCrashDialog"=dword:00000000
`;

/** The server writes the registry when it exits. */
const setUp = `${wine} wineboot -i && ${wine} regedit /S 'Z:\\work\\settings.reg' && wineserver64 -k && wineserver64 -w`;

/** Wine finds Linux fonts, but programs that draw text themselves look in the Windows folder. */
const fonts = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSansMono.ttf'];

/** Files that Wine and its programs modify in place; everything else is shared with the template. */
const written = [
  'system.reg',
  'user.reg',
  'userdef.reg',
  '.update-timestamp',
  'drive_c/windows/win.ini',
  'drive_c/windows/system.ini',
];

/**
 * A fresh Windows folder from Wine, to be copied by {@link clonePrefix}.
 * @param {import('./debian.mjs').Debian} debian
 * @returns {Promise<string>}
 * @throws CannotGoOn with the step and its log
 */
export function ensurePrefix(debian) {
  const key = sha256(JSON.stringify([basename(dirname(debian.root)), settings, fonts])).slice(0, 12);
  return completeFolder(join(wineCache(), `prefix-${key}`), async (fresh) => {
    print('Setting up a Windows folder for Wine…');
    const work = newRunFolder();
    writeFileSync(join(work.folder, 'settings.reg'), settings);
    const binds = /** @type {const} */ ([[work.folder, '/work']]);
    const sandbox = wineSandbox({ debian, prefix: fresh, work: work.folder, binds, cwd: '/', env: {} });
    const [program, ...args] = inSandbox(sandbox, ['/bin/sh', '-c', setUp]);
    await stepOf('making the Windows folder', program, args, { timeoutMs: 120_000 });
    work.remove();
    addFonts(debian.root, fresh);
  });
}

/**
 * @param {string} debianRoot
 * @param {string} prefix
 */
function addFonts(debianRoot, prefix) {
  const from = join(debianRoot, 'usr', 'share', 'fonts', 'truetype', 'dejavu');
  for (const font of fonts) copyFileSync(join(from, font), join(prefix, 'drive_c', 'windows', 'Fonts', font));
}

/**
 * @param {string} template
 * @param {string} clone a folder to create, on the same file system
 */
export async function clonePrefix(template, clone) {
  await stepOf('copying the Windows folder', 'cp', ['--archive', '--link', template, clone]);
  for (const file of written) {
    const content = readFileSync(join(template, file));
    rmSync(join(clone, file));
    writeFileSync(join(clone, file), content);
  }
}
