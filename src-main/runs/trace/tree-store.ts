import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { TreeNode } from '#contract/model/elements/element';
import type { TracedTree, TreeRow } from '#contract/model/runs/trace';
import type { BlobFolder } from './blobs.ts';
import { applyDelta, deltaBetween, storedTree, toRows, type StoredTree } from './tree-rows.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A tree is kept whole again after so many that were kept as what differs. */
const keyEvery = 20;
/** And where more than this part of it differs. */
const largestDelta = 0.4;
/** A trace shows what an act changed; nobody reads more of a table than this. */
export const maxRows = 2_000;
/** What a stored tree may have unpacked, in bytes: a trace may come from anyone. */
const maxUnpacked = 64_000_000;

interface Key {
  readonly blob: string;
  readonly rows: readonly TreeRow[];
  deltas: number;
}

/** Stores the trees of windows: whole ones from time to time, and between them what differs from the last whole one. */
export class TreeStore {
  readonly #blobs: BlobFolder;
  readonly #keys = new Map<string, Key>();

  constructor(blobs: BlobFolder) {
    this.#blobs = blobs;
  }

  /** @throws where the disk does not take it */
  async put(window: string, root: TreeNode, hidden: (node: TreeNode) => boolean): Promise<TracedTree> {
    const rows = toRows(root, maxRows, hidden);
    const key = this.#keys.get(window);
    const delta = key && key.deltas < keyEvery ? deltaBetween(key.rows, rows) : null;
    const size = delta ? delta.added.length + delta.removed.length + delta.changed.length : Infinity;
    if (!key || !delta || size > largestDelta * rows.length) {
      const blob = await this.#write({ kind: 'key', rows });
      this.#keys.set(window, { blob, rows, deltas: 0 });
      return { blob };
    }
    if (size === 0) return { blob: key.blob };
    key.deltas++;
    return { blob: await this.#write({ kind: 'delta', base: key.blob, ...delta }), base: key.blob };
  }

  #write(tree: StoredTree): Promise<string> {
    return putStored(this.#blobs, tree);
  }
}

/** Stores a whole tree. @throws where the disk does not take it */
export function putRows(blobs: BlobFolder, rows: readonly TreeRow[]): Promise<string> {
  return putStored(blobs, { kind: 'key', rows: [...rows] });
}

async function putStored(blobs: BlobFolder, tree: StoredTree): Promise<string> {
  return blobs.put(await compress(JSON.stringify(tree)), 'json.gz');
}

/** The rows of a stored tree; `read` answers a blob. Null if one is missing or is not a tree. */
export async function readTree(
  tree: TracedTree,
  read: (blob: string) => Promise<Uint8Array | null>,
): Promise<readonly TreeRow[] | null> {
  const stored = await readStored(tree.blob, read);
  if (stored?.kind !== 'delta') return stored?.rows ?? null;
  const base = await readStored(stored.base, read);
  return base?.kind === 'key' ? applyDelta(base.rows, stored) : null;
}

async function readStored(
  blob: string,
  read: (blob: string) => Promise<Uint8Array | null>,
): Promise<StoredTree | null> {
  const bytes = await read(blob);
  if (!bytes) return null;
  try {
    const text = (await decompress(bytes, { maxOutputLength: maxUnpacked })).toString('utf8');
    const parsed = storedTree.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
