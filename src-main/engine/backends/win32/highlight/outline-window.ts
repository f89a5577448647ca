import os from 'node:os';
import { intersect, type Point } from '#contract/model/geometry';
import { labelPosition, labelStyle, red } from '../../../outline/shape.ts';
import { withBitmap } from '../capture/bitmap.ts';
import { lastFailure } from '../native/errors.ts';
import { exStyles, styles } from '../native/constants.ts';
import type { Handle, Hwnd } from '../native/types.ts';
import { setWindowPos } from '../native/window.ts';
import { keepPlace, order, positionFlags } from '../windows/positions.ts';
import { deleteObject, gdiFlush, selectObject } from '../native/gdi.ts';
import type { PumpJob } from '../thread/messages.ts';
import * as api from './api.ts';
import { dwmFlush } from './api.ts';
import type { LabelPart, OutlineAnswer, OutlineInput, OutlinePart } from './outline-messages.ts';
import type { BorderRectangle } from './border-rectangles.ts';

const className = 'DeskscopeOutline';
/** Layered and transparent windows are click-through. */
const exStyle = exStyles.layered | exStyles.transparent | exStyles.noActivate | exStyles.toolWindow | exStyles.topmost;
/** `ULW_ALPHA` and `ULW_OPAQUE`; `AC_SRC_ALPHA` of its `BLENDFUNCTION`. */
const byAlpha = 2;
const opaque = 4;
const sourceAlpha = 1;
/** `WDA_EXCLUDEFROMCAPTURE`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-setwindowdisplayaffinity */
const excludeFromCapture = 0x11;
/** In earlier versions, such windows would be black in captures. */
const firstBuildThatExcludes = 19_041;
const origin = { x: 0, y: 0 };

/** Resources of the windows; kept until the end. */
export class OutlineClass {
  readonly instance: Handle = api.getModuleHandle(null);

  /** Uses Windows' default procedure: no callback into our code. */
  constructor() {
    const procedure = api.getProcAddress(api.getModuleHandle('user32.dll'), 'DefWindowProcW');
    const description = {
      size: api.windowClassSize,
      style: 0,
      procedure,
      classExtra: 0,
      windowExtra: 0,
      instance: this.instance,
      icon: 0,
      cursor: 0,
      background: 0,
      menu: 0,
      className,
      smallIcon: 0,
    };
    if (api.registerClass(description) === 0) throw lastFailure('RegisterClassEx');
  }

  close(): void {
    api.unregisterClass(className, this.instance);
  }
}

/** A topmost window without clicks or focus. */
export class OutlineWindow {
  #excluded: boolean | null = null;
  readonly #window: Hwnd;
  #shown = false;

  constructor({ instance }: OutlineClass) {
    this.#window = api.createWindow(exStyle, className, null, styles.popup, 0, 0, 1, 1, 0, 0, instance, 0);
    if (this.#window === 0) throw lastFailure('CreateWindowEx');
  }

  /**
   * Excludes the window from captures. Must be called after drawing: some builds refuse it for UpdateLayeredWindow, see
   * https://github.com/microsoft/Windows.UI.Composition-Win32-Samples/issues/56
   */
  get excluded(): boolean {
    const canExclude = Number(os.release().split('.')[2]) >= firstBuildThatExcludes;
    return (this.#excluded ??= canExclude && api.setDisplayAffinity(this.#window, excludeFromCapture) !== 0);
  }

  /** Draws a side of an outline. */
  border({ bounds, bgra }: BorderRectangle): void {
    const { width, height } = bounds;
    withBitmap(width, height, ({ dc, write }) => {
      write(bgra);
      this.#paint({ dc, width, height }, bounds, byAlpha);
    });
  }

  /** Draws a text; returns false if it does not fit. */
  label({ text, box, screen, scale, keepClear }: LabelPart): boolean {
    let drawn = false;
    withLabelBitmap(text, scale, (bitmap) => {
      const at = labelPosition(box, bitmap, screen, scale);
      const { width, height } = bitmap;
      drawn = !keepClear.some((place) => intersect(place, { ...at, width, height }));
      if (drawn) this.#paint(bitmap, at, opaque);
    });
    return drawn;
  }

  show(): void {
    setWindowPos(this.#window, order.topmost, 0, 0, 0, 0, keepPlace | positionFlags.noActivate | positionFlags.show);
    this.#shown = true;
  }

  hide(): void {
    if (!this.#shown) return;
    const flags = keepPlace | positionFlags.noActivate | positionFlags.noZOrder | positionFlags.hide;
    setWindowPos(this.#window, 0, 0, 0, 0, 0, flags);
    this.#shown = false;
  }

  #paint({ dc, width, height }: LabelBitmap, { x, y }: Point, how: number): void {
    const [at, size, blend] = [{ x, y }, { x: width, y: height }, Uint8Array.of(0, 0, 255, sourceAlpha)];
    if (api.updateLayeredWindow(this.#window, 0, at, size, dc, origin, 0, blend, how) === 0) {
      throw lastFailure('UpdateLayeredWindow');
    }
    this.show();
  }

  destroy(): void {
    api.destroyWindow(this.#window);
  }
}

/** Windows' UI font; if it is missing, GDI substitutes another. */
const labelFont = 'Segoe UI';

const defaultCharset = 1;

const antialiased = 4;

const labelColour = 0xffffff;

/** `ETO_OPAQUE`. */
const fillFirst = 2;

interface LabelBitmap {
  readonly dc: Handle;
  readonly width: number;
  readonly height: number;
}

/** Passes a bitmap with white text on red, `scale` times the size at 96 dots per inch. */
function withLabelBitmap(text: string, scale: number, work: (bitmap: LabelBitmap) => void): void {
  const scaled = (size: number) => Math.round(size * scale);
  const [size, height, padding] = [scaled(labelStyle.fontSize), scaled(labelStyle.height), scaled(labelStyle.padding)];
  const weight = labelStyle.fontWeight;
  const font = api.createFont(-size, 0, 0, 0, weight, 0, 0, 0, defaultCharset, 0, 0, antialiased, 0, labelFont);
  try {
    const extent = withFont(font, 1, 1, (dc) => extentOf(dc, text));
    const width = extent.x + 2 * padding;
    withFont(font, width, height, (dc) => {
      api.setTextColour(dc, labelColour);
      api.setGroundColour(dc, red.r | (red.g << 8) | (red.b << 16));
      const whole = { left: 0, top: 0, right: width, bottom: height };
      const top = Math.floor((height - extent.y) / 2);
      api.textOut(dc, padding, top, fillFirst, whole, text, text.length, null);
      gdiFlush();
      work({ dc, width, height });
    });
  } finally {
    deleteObject(font);
  }
}

function withFont<T>(font: Handle, width: number, height: number, work: (dc: Handle) => T): T {
  return withBitmap(width, height, ({ dc }) => {
    const before = selectObject(dc, font);
    try {
      return work(dc);
    } finally {
      selectObject(dc, before);
    }
  });
}

function extentOf(dc: Handle, text: string): { readonly x: number; readonly y: number } {
  const extent = { x: 0, y: 0 };
  api.getTextExtent(dc, text, text.length, extent);
  return extent;
}

/** The red outlines on the desktop. Their windows are reused. */
export function outlineJob(): PumpJob {
  const outlines = new Outlines();
  return {
    call(input: OutlineInput): OutlineAnswer {
      if ('parts' in input) outlines.show(input.parts);
      else if (input.hidden) outlines.hide();
      else outlines.showAgain();
      return { excluded: outlines.excluded };
    },
    close: () => outlines.close(),
  };
}

class Outlines {
  #class: OutlineClass | null = null;
  readonly #windows: OutlineWindow[] = [];
  #shown: readonly OutlineWindow[] = [];

  get excluded(): boolean {
    return this.#shown.every(({ excluded }) => excluded);
  }

  show(parts: readonly OutlinePart[]): void {
    const shown = parts.flatMap((part, i) => {
      const window = (this.#windows[i] ??= new OutlineWindow((this.#class ??= new OutlineClass())));
      if (!('text' in part)) window.border(part);
      else if (!window.label(part)) return [];
      return [window];
    });
    for (const window of this.#windows) if (!shown.includes(window)) window.hide();
    this.#shown = shown;
  }

  /** Returns when they are off the screen. */
  hide(): void {
    for (const window of this.#shown) window.hide();
    dwmFlush();
  }

  showAgain(): void {
    for (const window of this.#shown) window.show();
  }

  close(): void {
    for (const window of this.#windows) window.destroy();
    this.#class?.close();
  }
}
