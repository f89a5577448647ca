import type { Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';

export type ToolkitName = 'gtk3' | 'gtk4' | 'qt' | 'chromium' | 'libreoffice' | 'other';

/** How a toolkit has to be read: everything that is different between them, in one table. */
export interface Toolkit {
  readonly name: ToolkitName;
  /**
   * `cache`: one call answers all nodes of the app. Qt 5's is always empty, and LibreOffice 7.4 has aborted in it, so
   * they and unknown ones are walked.
   */
  readonly reading: 'cache' | 'walk';
  /** `content`: extents count from the window's content, whatever was asked for (GTK 4 before 4.14). */
  readonly origin: 'screen' | 'content';
  /** Which state says that an element can be seen: GTK 4 sets SHOWING on windows only. */
  readonly seenBy: 'showing' | 'visible';
  /**
   * Where the developer's id of an element is: a property, the attribute `id`, or nowhere. GTK 3 has the property but
   * leaves it empty, even for GtkBuilder's ids, and asking for it would double the time of a walk.
   */
  readonly idIn: 'property' | 'attribute' | null;
  /** Reading the attributes of a frame turns its content on. */
  readonly wakesByAttributes: boolean;
  /** Elements can be asked to scroll themselves into view. */
  readonly scrollsTo: boolean;
}

const common = {
  reading: 'walk',
  origin: 'screen',
  seenBy: 'showing',
  idIn: null,
  wakesByAttributes: false,
  scrollsTo: false,
} as const;

const toolkits: Readonly<Record<ToolkitName, Toolkit>> = {
  gtk3: { ...common, name: 'gtk3', reading: 'cache' },
  gtk4: { ...common, name: 'gtk4', reading: 'cache', origin: 'content', seenBy: 'visible', idIn: 'property' },
  qt: { ...common, name: 'qt' },
  chromium: {
    ...common,
    name: 'chromium',
    reading: 'cache',
    idIn: 'attribute',
    wakesByAttributes: true,
    scrollsTo: true,
  },
  libreoffice: { ...common, name: 'libreoffice' },
  other: { ...common, name: 'other' },
};

/** By what the app says of itself: `ToolkitName` and `Version` of its application object. */
export function toolkitOf(name: string, version: string): Toolkit {
  if (name === 'gtk') return toolkits.gtk3;
  if (name === 'GTK') return version.startsWith('4') ? toolkits.gtk4 : toolkits.gtk3;
  if (name === 'Qt') return toolkits.qt;
  if (/^(Chromium|Chrome)$/i.test(name)) return toolkits.chromium;
  if (name === 'VCL') return toolkits.libreoffice;
  return toolkits.other;
}

/** What must be added to a node's extents to have screen pixels. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

export const noOffset: Offset = { x: 0, y: 0 };

/**
 * GTK 4 draws its own border around the content, as wide on each side as half of what the frame object is smaller than
 * its window (measured with 4.8 under openbox).
 */
export function offsetOf(toolkit: Toolkit, window: WindowInfo, frame: Rect): Offset {
  if (toolkit.origin === 'screen') return noOffset;
  const content = window.contentBounds;
  return {
    x: content.x + Math.round((content.width - frame.width) / 2) - frame.x,
    y: content.y + Math.round((content.height - frame.height) / 2) - frame.y,
  };
}

/** Toolkits say this for coordinates and sizes that mean nothing. */
const absurd = 100_000;

/** Screen pixels, or null for an element that has no place: hidden ones are given absurd or empty rectangles. */
export function placeOf(extents: Rect, offset: Offset): Rect | null {
  const { x, y, width, height } = extents;
  if (width <= 0 || height <= 0 || width > absurd || height > absurd) return null;
  if (Math.abs(x) > absurd || Math.abs(y) > absurd) return null;
  return { x: x + offset.x, y: y + offset.y, width, height };
}
