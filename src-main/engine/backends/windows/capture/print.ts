import type { Pixels } from '../../../backend.ts';
import { toOpaqueRgba } from '../../../picture/opaque-rgba.ts';
import type { Hwnd } from '../native/types.ts';
import { silenceOf } from '../native/answering.ts';
import * as api from './api.ts';
import { withBitmap } from './bitmap.ts';

export interface PrintRequest {
  readonly window: Hwnd;
  /** Of the window with its invisible borders. */
  readonly width: number;
  readonly height: number;
}

/** `PW_RENDERFULLCONTENT`: also what is drawn by DirectX. Windows 8.1 and later. */
const fullContent = 2;
/** How long the window may take for a question that needs no work, in milliseconds. */
const probeMs = 300;

/**
 * A window as it draws itself, also where others cover it: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-printwindow .
 * Waits for its program, so only for the blocking thread. Null where it does not answer or draws nothing: some programs
 * leave the picture black and say that all is well.
 */
function printWindow({ window, width, height }: PrintRequest): Pixels | null {
  if (silenceOf(window, probeMs)) return null;
  const pixels = withBitmap(width, height, ({ dc, read }) =>
    api.printWindow(window, dc, fullContent) === 0 ? null : read(),
  );
  if (!pixels || isBlack(pixels)) return null;
  return { width, height, rgba: toOpaqueRgba(pixels), opaque: true };
}

export const captureTasks = { 'capture.print': printWindow } as const;

function isBlack(pixels: Uint8Array): boolean {
  const words = new Uint32Array(pixels.buffer);
  return words.every((word) => (word & 0xffffff) === 0);
}
