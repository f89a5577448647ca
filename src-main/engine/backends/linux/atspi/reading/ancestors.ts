import type { RawNode } from '../../../../backend.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { seeChain } from '../visibility/see.ts';
import { climb } from './climb.ts';
import { readRow } from './facts.ts';
import type { Frame } from '../frames/frame.ts';

/** From the window's frame down to the parent; empty for the frame itself. @throws DBusFailure */
export async function readAncestors(
  accessibles: Accessibles,
  frame: Frame,
  ref: Ref,
  signal: AbortSignal,
): Promise<readonly RawNode[]> {
  const chain = await climb(accessibles, frame, ref, signal);
  const rows = await Promise.all(chain.map((ancestor) => readRow(accessibles, frame, ancestor, signal)));
  return seeChain(accessibles, frame, rows, signal);
}
