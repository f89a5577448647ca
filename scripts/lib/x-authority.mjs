import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {string | undefined} */
let file;

/**
 * The file with the secret for the displays of this process; in its user's folder. A
 * process that got its display from `npm test` inherits that secret, so that its programs can reach both.
 * @returns {string} for `XAUTHORITY` and Xvfb's `-auth`
 */
export function xAuthority() {
  const { DESKSCOPE_TEST_DESKTOP: given, DISPLAY: display, XAUTHORITY: inherited } = process.env;
  return (file ??= given !== undefined && given === display && inherited ? inherited : newAuthority());
}

function newAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-authority-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const created = join(folder, 'Xauthority');
  writeFileSync(created, authorityFor(randomBytes(16)), { mode: 0o600 });
  return created;
}

/**
 * One entry for every address and display, in the format of Xau(3): a display's number is known only once it runs.
 * @param {Buffer} cookie
 */
function authorityFor(cookie) {
  const familyWild = Buffer.from([0xff, 0xff]);
  const anywhere = Buffer.alloc(0);
  const parts = [anywhere, anywhere, Buffer.from('MIT-MAGIC-COOKIE-1'), cookie];
  return Buffer.concat([familyWild, ...parts.flatMap((part) => [length(part), part])]);
}

/** @param {Buffer} part */
function length(part) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(part.length);
  return bytes;
}
