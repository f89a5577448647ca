import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { formatRect, intersect, sameRect, type Rect, type Size } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { CaptureProvider, Pixels } from '../../../../backend.ts';
import type { PaintSource } from '../../window-system.ts';
import { cannot, type Compositor, type PictureSource } from '../compositor.ts';
import { layoutOf, type Desk, type KnownWindows } from '../desk.ts';
import type { PlacedOutput } from '../layout.ts';

/** The capture features of a session. */
export interface PictureDesk extends Pick<Desk, 'outputs'> {
  readonly compositor: Pick<Compositor, 'name' | 'pictures' | 'outline'>;
}

/** Screenshots by the compositor, without our own surfaces. */
export function screenOf(desk: PictureDesk): CaptureProvider['screen'] {
  const { compositor } = desk;
  const source = (): PictureSource => {
    if (compositor.pictures) return compositor.pictures;
    throw cannot(compositor, 'shows its screen to no one', 'Use the element tree.');
  };
  const hidden = <T>(work: () => Promise<T>) => compositor.outline?.whileHidden(work) ?? work();

  const partOf = async ({ bounds, object }: PlacedOutput, region: Rect): Promise<Part> => {
    const place = intersect(bounds, region) ?? region;
    const part = { ...place, x: place.x - bounds.x, y: place.y - bounds.y };
    return { place, pixels: await source().part(object, part) };
  };

  return async (region) => {
    const outputs = layoutOf(desk).outputs.filter(({ bounds }) => intersect(bounds, region));
    if (outputs.length === 0) throw new AppError('invalid_region', `${formatRect(region)} is entirely off the screen.`);
    return hidden(async () => joined(await Promise.all(outputs.map((output) => partOf(output, region))), region));
  };
}

/** Screenshots by the compositor: of outputs, and the visible part of windows. */
export function createCapture(desk: Desk, known: KnownWindows, painting: PaintSource): CaptureProvider {
  const { compositor } = desk;
  const screen = screenOf(desk);
  return {
    screen,

    async window(window) {
      const windows = await known.all();
      const at = windows.findIndex(({ id }) => id === window.id);
      if (at < 0) throw new AppError('window_not_found', `The window ${window.id} is gone.`);
      if (!windows[at]?.shown) throw notShown(window);
      const whole = await compositor.pictures?.window?.(windows[at]);
      // During a resize, the reported and drawn sizes differ.
      const shown = whole && [window.bounds, window.contentBounds].find((place) => isAsLarge(whole, place));
      if (shown) return { pixels: whole, bounds: shown, note: shown === window.bounds ? '' : noFrameNote };
      const bounds = visiblePart(desk, window.bounds);
      const { frame } = windows[at];
      const isCovered = windows.slice(0, at).some((each) => each.shown && intersect(each.frame, frame));
      const note = [cutNote(bounds, window.bounds), isCovered ? coveredNote(compositor.name) : ''].filter(Boolean);
      return { pixels: await screen(bounds), bounds, note: note.join(' ') };
    },

    painted: ({ id }) => Promise.resolve(painting.stamp(id)),

    cursor: () => Promise.resolve(null),
  };
}

interface Part {
  /** On the screen. */
  readonly place: Rect;
  readonly pixels: Pixels;
}

function isAsLarge({ width, height }: Size, place: Size): boolean {
  return width === place.width && height === place.height;
}

/** Areas on no output are black. */
function joined(parts: readonly Part[], region: Rect): Pixels {
  const [only, ...others] = parts;
  if (only && others.length === 0 && sameRect(only.place, region)) return only.pixels;
  const rgba = new Uint8Array(region.width * region.height * 4);
  wordsOf({ rgba }).fill(black);
  for (const { place, pixels } of parts) {
    for (let y = 0; y < place.height; y++) {
      const row = pixels.rgba.subarray(y * place.width * 4, (y + 1) * place.width * 4);
      rgba.set(row, ((place.y - region.y + y) * region.width + place.x - region.x) * 4);
    }
  }
  return { width: region.width, height: region.height, rgba, opaque: true };
}

const [black = 0] = new Uint32Array(Uint8Array.of(0, 0, 0, 255).buffer);

function wordsOf({ rgba }: Pick<Pixels, 'rgba'>): Uint32Array {
  return new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length >> 2);
}

/** The part of a window on an output. @throws AppError `invalid_region` if there is none */
function visiblePart(desk: Desk, bounds: Rect): Rect {
  const parts = layoutOf(desk).outputs.flatMap((output) => intersect(output.bounds, bounds) ?? []);
  const [first, ...others] = parts;
  if (!first) throw new AppError('invalid_region', `${formatRect(bounds)} is entirely off the screen.`);
  return others.reduce((a, b) => {
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    const width = Math.max(a.x + a.width, b.x + b.width) - x;
    return { x, y, width, height: Math.max(a.y + a.height, b.y + b.height) - y };
  }, first);
}

function cutNote(bounds: Rect, wanted: Rect): string {
  return sameRect(bounds, wanted) ? '' : `Cut to ${formatRect(bounds)}: the rest of the window has no pixels.`;
}

const noFrameNote = 'Without the frame that the compositor draws around the window.';

function coveredNote(name: string): string {
  return `${name} cannot capture covered windows; the picture includes what covers this one.`;
}

function notShown({ title }: WindowInfo): AppError {
  return new AppError('invalid_region', `${quoted(title)} is not shown now, so it has no picture.`, {
    hint: 'Focus it, or switch to its desktop.',
  });
}
