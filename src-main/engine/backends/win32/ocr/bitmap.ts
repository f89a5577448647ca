import { query } from '../com/create.ts';
import { method } from '../com/method.ts';
import type { ComPointer } from '../com/pointer.ts';
import { factoryOf } from '../com/runtime-class.ts';
import { scoped, type Owner } from '../com/scope.ts';
import { declare } from '../native/library.ts';
import type { Enlarged } from './enlarge.ts';

const createBuffer = method('IBufferFactory', 'Create');
const setLength = method('IBuffer', 'put_Length');
const bytesOf = method('IBufferByteAccess', 'Buffer');
const createCopy = method('ISoftwareBitmapStatics', 'CreateCopyFromBuffer');
const moveMemory = declare<(to: number, from: Uint8Array, size: number) => void>(
  'kernel32',
  'void RtlMoveMemory(uintptr_t to, void* from, uintptr_t size)',
);

/** `BitmapPixelFormat.Bgra8` of Windows.Graphics.Imaging. */
const bgra8 = 87;

/** A picture as the Windows Runtime has it, a copy. @throws ComFailure */
export function bitmapOf(owner: Owner, { width, height, bgra }: Enlarged): ComPointer<'ISoftwareBitmap'> | null {
  return scoped((scope) => {
    const buffers = factoryOf(scope, 'Windows.Storage.Streams.Buffer', 'IBufferFactory');
    const buffer = createBuffer(scope, buffers, bgra.byteLength);
    const access = buffer && query(scope, buffer, 'IBufferByteAccess');
    if (!access) return null;
    setLength(buffer, bgra.byteLength);
    moveMemory(bytesOf(access) as number, bgra, bgra.byteLength);
    const bitmaps = factoryOf(scope, 'Windows.Graphics.Imaging.SoftwareBitmap', 'ISoftwareBitmapStatics');
    return createCopy(owner, bitmaps, buffer, bgra8, width, height);
  });
}
