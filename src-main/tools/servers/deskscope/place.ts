import type { z } from 'zod';
import { placeInside, type Point } from '#contract/model/geometry';
import { point, size } from '#contract/model/schemas/geometry';
import type { LookContext } from '../../define-tool.ts';
import type { WindowArgument } from '../../target/target-input.ts';
import { findWindow } from '../../target/target-window.ts';

export const placeField = point.describe('Physical pixels from the top left of the window, its frame included.');

export const sizeField = size
  .optional()
  .describe(
    'How large the window was then: where it is not that large now, the place lies where it lay in proportion.',
  );
export type WindowSize = z.output<typeof sizeField>;

/** Where places of a window are now, as screen pixels, as far as that is known before it is brought to the front. */
export async function placesNow(
  context: LookContext,
  { window, window_size: size }: { readonly window?: WindowArgument | undefined; readonly window_size?: WindowSize },
  places: readonly Point[],
): Promise<readonly Point[]> {
  const { bounds } = await findWindow(context, window);
  return places.map((place) => placeInside(bounds, place, size));
}
