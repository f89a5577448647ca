import { readdir, readFile } from 'node:fs/promises';

/** Process ids of all descendants, as far as `/proc` tells; empty where there is no `/proc`. */
export async function descendantsOf(processId: number): Promise<readonly number[]> {
  const parents = await readParents();
  const family = new Set([processId]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const [child, parent] of parents) if (family.has(parent)) family.add(child);
  }
  family.delete(processId);
  return [...family];
}

async function readParents(): Promise<readonly (readonly [child: number, parent: number])[]> {
  const names = await readdir('/proc').catch(() => []);
  const ids = names.filter((name) => /^\d+$/.test(name));
  return Promise.all(ids.map(async (id) => [Number(id), await parentOf(id)] as const));
}

async function parentOf(id: string): Promise<number> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  // The second field is the name in parentheses and may hold anything; the fourth is the parent (man 5 proc).
  return Number(/\) \S (\d+)/.exec(stat.slice(stat.lastIndexOf(')')))?.[1] ?? 0);
}
