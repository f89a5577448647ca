import type { Pixels } from '../../../../backend.ts';
import type { Handle, Hwnd } from '../../native/types.ts';
import { bitmapInfo, deleteObject, getDc, getIconInfo, getObject, releaseDc, type IconInfo } from '../../native/gdi.ts';
import { sendMessageTimeout, waiting } from '../../native/constants.ts';
import { declare } from '../../native/library.ts';

const getClassLongPtr = declare<(window: Hwnd, index: number) => Handle>(
  'user32',
  'HICON GetClassLongPtrW(HWND window, int32 index)',
);

const destroyIcon = declare<(icon: Handle) => number>('user32', 'int32 DestroyIcon(HICON icon)');

const extractIconEx = declare<(file: string, index: number, large: [Handle], small: null, count: number) => number>(
  'shell32',
  'uint32 ExtractIconExW(str16 file, int32 index, _Out_ HICON* large, HICON* small, uint32 count)',
);

const getDIBits = declare<
  (dc: Handle, bitmap: Handle, first: number, count: number, bits: Buffer, info: Buffer, usage: number) => number
>(
  'gdi32',
  'int32 GetDIBits(HDC dc, HBITMAP bitmap, uint32 first, uint32 count, _Out_ uint8* bits, _Inout_ uint8* info, uint32 usage)',
);

/** `WM_GETICON` with `ICON_BIG`, `ICON_SMALL2` and `ICON_SMALL`; `GCLP_HICON` and `GCLP_HICONSM`. */
const getIcon = 0x007f;
const kinds = [1, 2, 0] as const;
const classIcons = [-14, -34] as const;
/** Timeout for each of an app's icons, in milliseconds. */
const maxWaitMs = 100;

/** The window's icon; null if it has none. May wait briefly for its app. */
export function iconOf(window: Hwnd, executable: string): Pixels | null {
  const shared = askForIcon(window) || classIcon(window);
  if (shared !== 0) return readIcon(shared);
  const extracted: [Handle] = [0];
  if (executable === '' || extractIconEx(executable, 0, extracted, null, 1) === 0) return null;
  try {
    return readIcon(extracted[0]);
  } finally {
    destroyIcon(extracted[0]);
  }
}

function askForIcon(window: Hwnd): Handle {
  const answer = Buffer.alloc(8);
  for (const kind of kinds) {
    // After one timeout, the next would time out too.
    if (sendMessageTimeout(window, getIcon, kind, 0, waiting.abortIfHung, maxWaitMs, answer) === 0) return 0;
    const icon = Number(answer.readBigInt64LE());
    if (icon !== 0) return icon;
  }
  return 0;
}

function classIcon(window: Hwnd): Handle {
  for (const index of classIcons) {
    const icon = getClassLongPtr(window, index);
    if (icon !== 0) return icon;
  }
  return 0;
}

/** Null for an icon that its app has just destroyed, and for monochrome icons. */
function readIcon(icon: Handle): Pixels | null {
  const record = {};
  if (getIconInfo(icon, record) === 0) return null;
  const { color, mask } = record as IconInfo;
  try {
    const pixels = color === 0 ? null : readBitmap(color);
    return pixels && withAlpha(pixels, mask);
  } finally {
    for (const bitmap of [color, mask]) if (bitmap !== 0) deleteObject(bitmap);
  }
}

interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** Blue, green, red, alpha; top row first. */
  readonly bgra: Buffer;
}

function readBitmap(handle: Handle): Bitmap | null {
  const record = Buffer.alloc(32);
  if (getObject(handle, record.length, record) === 0) return null;
  // `BITMAP`: type, width, height, …
  const [width, height] = [record.readInt32LE(4), record.readInt32LE(8)];
  const bgra = Buffer.alloc(width * height * 4);
  const screen = getDc(0);
  try {
    const rows = getDIBits(screen, handle, 0, height, bgra, bitmapInfo(width, height), 0);
    return rows === height ? { width, height, bgra } : null;
  } finally {
    releaseDc(0, screen);
  }
}

/** Old icons have a mask instead of alpha, white where transparent. */
function withAlpha({ width, height, bgra }: Bitmap, maskHandle: Handle): Pixels {
  const mask = hasAlpha(bgra) || maskHandle === 0 ? null : readBitmap(maskHandle);
  const rgba = new Uint8Array(bgra.length);
  for (let at = 0; at < bgra.length; at += 4) {
    rgba[at] = bgra[at + 2] ?? 0;
    rgba[at + 1] = bgra[at + 1] ?? 0;
    rgba[at + 2] = bgra[at] ?? 0;
    rgba[at + 3] = mask ? 255 - (mask.bgra[at] ?? 0) : (bgra[at + 3] ?? 0);
  }
  return { width, height, rgba, opaque: false };
}

function hasAlpha(bgra: Buffer): boolean {
  for (let at = 3; at < bgra.length; at += 4) if (bgra[at] !== 0) return true;
  return false;
}
