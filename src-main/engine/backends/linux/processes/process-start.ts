import { readlink } from 'node:fs/promises';
import type { ProcessStart } from '#contract/model/engine';
import { readKernelFile } from './kernel-file.ts';
import { readStatus, startedAgoMs } from './process.ts';

/** Null where there is no such process, or what it was started with is another's to know. */
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
    return { command, args, folder, ageMs, ancestors };
  } catch {
    return null;
  }
}

async function ancestorsOf(parent: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let id = parent; id > 0 && !found.includes(id); id = (await readStatus(id)).parent) found.push(id);
  return found;
}
