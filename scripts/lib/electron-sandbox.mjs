import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** 1 on Ubuntu since 23.10, and 0 on other systems that deny namespaces to ordinary users. */
const restrictions = [
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
];
const setuid = 0o4000;

/**
 * Chromium's sandbox needs namespaces, or a helper owned by root. Returns the commands for users with neither.
 * https://ubuntu.com/blog/ubuntu-23-10-restricted-unprivileged-user-namespaces
 * @param {string} executable Electron's
 * @param {{ platform: string, uid: number | undefined, restricted: boolean, helper: { uid: number, mode: number } | null }}
 * [machine]
 * @returns {string} empty if the sandbox can start
 */
export function sandboxProblem(executable, machine = thisMachine(executable)) {
  const { platform, uid, restricted, helper } = machine;
  if (platform !== 'linux' || uid === 0 || !restricted || !helper) return '';
  if (helper.uid === 0 && (helper.mode & setuid) !== 0) return '';
  const file = JSON.stringify(helperOf(executable));
  const commands = `sudo chown root:root ${file} && sudo chmod 4755 ${file}`;
  return `This system keeps Electron from its sandbox. Give Electron's helper to root, then start again:\n\n    ${commands}\n`;
}

/** @param {string} executable */
function thisMachine(executable) {
  return {
    platform: process.platform,
    uid: process.getuid?.(),
    restricted: restrictions.some(([file = '', value]) => read(file) === value),
    helper: statSync(helperOf(executable), { throwIfNoEntry: false }) ?? null,
  };
}

/** @param {string} executable */
function helperOf(executable) {
  return join(dirname(executable), 'chrome-sandbox');
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
