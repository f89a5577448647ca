import { declare } from '../../native/library.ts';
import type { Handle, Hwnd } from '../../native/types.ts';

export const getClassLongPtr = declare<(window: Hwnd, index: number) => Handle>(
  'user32',
  'HICON GetClassLongPtrW(HWND window, int32 index)',
);
export const destroyIcon = declare<(icon: Handle) => number>('user32', 'int32 DestroyIcon(HICON icon)');
export const extractIconEx = declare<
  (file: string, index: number, large: [Handle], small: null, count: number) => number
>('shell32', 'uint32 ExtractIconExW(str16 file, int32 index, _Out_ HICON* large, HICON* small, uint32 count)');
export const getDIBits = declare<
  (dc: Handle, bitmap: Handle, first: number, count: number, bits: Buffer, info: Buffer, usage: number) => number
>(
  'gdi32',
  'int32 GetDIBits(HDC dc, HBITMAP bitmap, uint32 first, uint32 count, _Out_ uint8* bits, _Inout_ uint8* info, uint32 usage)',
);
