import { AppError } from '#contract/errors';
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
 * @throws AppError `display_unavailable`, Win32Failure
 */
export function readScreen({ x, y, width, height }: Rect): Pixels {
  const screen = getDc(0);
  if (screen === 0) throw lastFailure('GetDC');
  try {
    return withBitmap(width, height, ({ dc, read }) => {
      if (api.bitBlt(dc, 0, 0, width, height, screen, x, y, copyWithLayered) === 0) throw notShown();
      return { width, height, rgba: toOpaqueRgba(read()), opaque: true };
    });
  } finally {
    releaseDc(0, screen);
  }
}

/** Windows gives no code for it that could be relied on: https://github.com/python-pillow/Pillow/issues/1601 */
function notShown(): AppError {
  return new AppError('display_unavailable', 'Windows does not expose the screen now.', {
    hint: 'Unlock it, answer the question for permission, or open the window of Remote Desktop again.',
    cause: lastFailure('BitBlt'),
  });
}
