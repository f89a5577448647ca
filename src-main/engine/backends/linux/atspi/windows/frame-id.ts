import { createHash } from 'node:crypto';
import type { WindowId } from '#contract/model/windows/window';
import { formatRef, type Ref } from '../vocabulary/ref.ts';

/** Above those of X, which have 32 bits, and exact as numbers of JavaScript. */
const idBit = 2 ** 48;

/** The same in every process for as long as the window lives: nobody gives these windows a number. */
export function frameId(ref: Ref): WindowId {
  const hash = createHash('sha256').update(formatRef(ref)).digest().readUIntBE(0, 6);
  return `0x${(idBit + hash).toString(16)}`;
}
