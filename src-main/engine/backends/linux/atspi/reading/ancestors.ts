import type { RawNode } from '../../../../backend.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import type { Frame } from '../frames/frames.ts';
import { maxDepth } from '../limits.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import { readRow } from './facts.ts';

/** From the window's frame down to the parent; empty for the frame itself. @throws DBusFailure */
export async function readAncestors(
  accessibles: Accessibles,
  frame: Frame,
  ref: Ref,
  signal: AbortSignal,
): Promise<readonly RawNode[]> {
  const chain = await climb(accessibles, frame, ref, signal);
  return Promise.all(chain.map((ancestor) => readRow(accessibles, frame, ancestor, signal)));
}

async function climb(accessibles: Accessibles, frame: Frame, ref: Ref, signal: AbortSignal): Promise<Ref[]> {
  const chain: Ref[] = [];
  for (let current = ref; !sameRef(current, frame.ref) && chain.length < maxDepth;) {
    const parent = await accessibles.parent(current, signal);
    // Popups hang below the application beside the frame; to a person they belong to the window all the same.
    if (!parent || sameRef(parent, frame.app) || parent.bus !== frame.ref.bus) return [frame.ref, ...chain];
    chain.unshift(parent);
    current = parent;
  }
  return chain;
}
