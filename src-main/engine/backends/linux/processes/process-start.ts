import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ProcessStart } from '#contract/model/engine';
import { readKernelFile } from './kernel-file.ts';
import { readStatus, startedAgoMs } from './process.ts';
import { flatpakAppOf, seesOtherFiles } from './sandbox.ts';
import { userCommandOf } from './user-command.ts';

/**
 * The command that starts a program again, as a user does; a sandboxed Flatpak app is started by Flatpak. Null if the process
 * does not exist, its command line is unreadable, or its command is meaningless outside its sandbox or container.
 */
export async function startOf(processId: number): Promise<ProcessStart | null> {
  try {
    const [status, words, folder] = await Promise.all([
      readStatus(processId),
      wordsOf(processId),
      readlink(`/proc/${processId}/cwd`).catch(() => ''),
    ]);
    if (words.join('') === '') return null;
    const [ageMs, ancestors] = await Promise.all([startedAgoMs(status), ancestorsOf(status.parent)]);
    const flatpak = flatpakAppOf(processId);
    if (flatpak) {
      const given = await argumentsInSandbox(ancestors);
      return { command: 'flatpak', args: ['run', flatpak.id, ...given], folder: '', ageMs, ancestors };
    }
    const parent = { file: await programOf(status.parent), words: await wordsOf(status.parent).catch(() => []) };
    const started = {
      file: await programOf(processId),
      words,
      folder,
      variables: await variablesOf(processId),
      parent,
    };
    const own = seesOtherFiles(processId) ? null : await userCommandOf(started);
    return own && { ...own, folder, ageMs, ancestors };
  } catch {
    return null;
  }
}

/** @throws Error without such a process */
async function wordsOf(processId: number): Promise<readonly string[]> {
  const line = await readKernelFile(`/proc/${processId}/cmdline`, 'utf8');
  return line.replace(/\0$/, '').split('\0');
}

/** Empty if it is unreadable. */
async function programOf(processId: number): Promise<string> {
  const file = await readlink(`/proc/${processId}/exe`).catch(() => '');
  return file.replace(/ \(deleted\)$/, '');
}

async function variablesOf(processId: number): Promise<ReadonlyMap<string, string>> {
  const text = await readKernelFile(`/proc/${processId}/environ`, 'utf8').catch(() => '');
  return new Map(
    text.split('\0').map((entry) => {
      const [name = '', ...value] = entry.split('=');
      return [name, value.join('=')];
    }),
  );
}

/**
 * The Flatpak arguments of the app: they become `bwrap --args N -- COMMAND ARGUMENTS`, in older versions without the dashes.
 */
async function argumentsInSandbox(ancestors: readonly number[]): Promise<readonly string[]> {
  for (const id of ancestors) {
    const words = await wordsOf(id).catch((): readonly string[] => []);
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
