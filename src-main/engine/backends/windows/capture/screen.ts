import type { Rect } from '#contract/model/geometry';
import type { Pixels } from '../../../backend.ts';
import { toOpaqueRgba } from '../../../picture/opaque-rgba.ts';
import { lastFailure } from '../native/failure.ts';
import { getDc, releaseDc } from '../native/gdi.ts';
import * as api from './api.ts';
import { withBitmap } from './bitmap.ts';

/** `SRCCOPY | CAPTUREBLT`: layered windows too. https://learn.microsoft.com/windows/win32/api/wingdi/nf-wingdi-bitblt */
const copyWithLayered = 0x40cc0020;

/**
 * What the monitors show there.
 * @throws Win32Failure e.g. while the screen is locked
 */
export function readScreen({ x, y, width, height }: Rect): Pixels {
  const screen = getDc(0);
  if (screen === 0) throw lastFailure('GetDC');
  try {
    return withBitmap(width, height, ({ dc, read }) => {
      if (api.bitBlt(dc, 0, 0, width, height, screen, x, y, copyWithLayered) === 0) throw lastFailure('BitBlt');
      return { width, height, rgba: toOpaqueRgba(read()), opaque: true };
    });
  } finally {
    releaseDc(0, screen);
  }
}
