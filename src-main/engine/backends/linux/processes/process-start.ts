import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ProcessStart } from '#contract/model/engine';
import { readKernelFile } from './kernel-file.ts';
import { readStatus, startedAgoMs } from './process.ts';
import { flatpakAppOf, seesOtherFiles } from './sandbox.ts';

/**
 * The command that starts a program again; a sandboxed Flatpak app is started by Flatpak. Null if the process does not exist,
 * its command line is unreadable, or its command is meaningless outside its sandbox or container.
 */
export async function startOf(processId: number): Promise<ProcessStart | null> {
  try {
    const [status, line, folder] = await Promise.all([
      readStatus(processId),
      readKernelFile(`/proc/${processId}/cmdline`, 'utf8'),
      readlink(`/proc/${processId}/cwd`).catch(() => ''),
    ]);
    const [command = '', ...args] = line.replace(/\0$/, '').split('\0');
    if (command === '') return null;
    const [ageMs, ancestors] = await Promise.all([startedAgoMs(status), ancestorsOf(status.parent)]);
    const flatpak = flatpakAppOf(processId);
    if (flatpak) {
      const given = await argumentsInSandbox(ancestors);
      return { command: 'flatpak', args: ['run', flatpak.id, ...given], folder: '', ageMs, ancestors };
    }
    return seesOtherFiles(processId) ? null : { command, args, folder, ageMs, ancestors };
  } catch {
    return null;
  }
}

/**
 * The Flatpak arguments of the app: they become `bwrap --args N -- COMMAND ARGUMENTS`, in older versions without the dashes.
 */
async function argumentsInSandbox(ancestors: readonly number[]): Promise<readonly string[]> {
  for (const id of ancestors) {
    const words = (await readKernelFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).replace(/\0$/, '').split('\0');
    if (basename(words[0] ?? '') !== 'bwrap') continue;
    const end = words[1] === '--args' && words[3] !== '--' ? 2 : words.indexOf('--');
    if (end > 0) return words.slice(end + 2);
  }
  return [];
}

async function ancestorsOf(parent: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let id = parent; id > 0 && !found.includes(id); id = (await readStatus(id)).parent) found.push(id);
  return found;
}
