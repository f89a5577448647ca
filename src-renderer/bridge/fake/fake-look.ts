import type { TreeLook } from '#contract/model/elements/tree-look';
import type { WindowInfo } from '#contract/model/windows/window';
import { cut, fakeTree, walk } from './fake-desktop.ts';
import { fakePicture } from './fake-picture.ts';

const sequence = 1;
const levels = 3;

/** Nothing ever changes on the fake desktop. */
export async function fakeLook(window: WindowInfo, since: number | null, waitMs: number): Promise<TreeLook> {
  const tree = fakeTree(window);
  const nodeCount = [...walk(tree)].length;
  const info = { window: window.id, nodeCount, truncated: 'depth', elapsedMs: 6, diagnosis: null } as const;
  const look = { sequence, at: Date.now(), window, info, diff: null, pictureError: null, settled: true };
  if (since === sequence) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return { ...look, at: Date.now(), tree: null, picture: null };
  }
  const { png: bytes, bounds, scale } = await fakePicture(window);
  const picture = { bytes, bounds, scale, mimeType: 'image/png', note: '' } as const;
  return { ...look, tree: cut(tree, levels), picture };
}
