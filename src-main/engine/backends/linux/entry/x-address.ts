import { readFile, stat } from 'node:fs/promises';
import { descendantsOf } from '../../../windows/processes.ts';

export interface XAddress {
  readonly display: string;
  /** The file with its secret; undefined where it wants none, or was told of it in another way. */
  readonly authority: string | undefined;
}

/**
 * Where XWayland listens that a compositor has started, as its own command line says: a compositor that was restarted may have
 * another one, with another secret, than the environment of this process says. Null where none runs below it: sway puts it elsewhere.
 * @param compositor its process id
 */
export async function findXWayland(compositor: number): Promise<XAddress | null> {
  for (const id of await descendantsOf(compositor)) {
    if (!(await isOurs(id))) continue;
    const words = await commandOf(id);
    const display = words.find((word) => /^:\d+$/.test(word));
    if (!/(^|\/)Xwayland$/.test(words[0] ?? '') || display === undefined || !words.includes('-rootless')) continue;
    const at = words.indexOf('-auth');
    return { display, authority: at < 0 ? undefined : words[at + 1] };
  }
  return null;
}

async function isOurs(processId: number): Promise<boolean> {
  const found = await stat(`/proc/${processId}`).catch(() => null);
  return found?.uid === process.getuid?.();
}

async function commandOf(processId: number): Promise<readonly string[]> {
  const line = await readFile(`/proc/${processId}/cmdline`, 'utf8').catch(() => '');
  return line.split('\0');
}
