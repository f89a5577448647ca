import type { Point, Rect, Size } from '#contract/model/geometry';
import type { Surface } from '../../window-system.ts';
import type { ToolkitName } from '../toolkits/toolkit.ts';
import type { Offset } from './offset.ts';

/** Where a window's root element begins, in logical pixels. @param root its reported size */
type Origin = (surface: Surface, root: Size) => Point;

/**
 * A shadow is symmetric horizontally. At the top it is narrower than at the bottom by the toolkit's vertical offset: this many
 * pixels less than half of both.
 */
const shadowAbove = (thrownDown: number): Origin => {
  return ({ content, buffer }, root) => {
    if (buffer) return buffer;
    const [across, down] = [root.width - content.width, root.height - content.height];
    if (across <= 0 && down <= 0) return content;
    return { x: content.x - Math.floor(across / 2), y: content.y - Math.max(0, Math.floor(down / 2) - thrownDown) };
  };
};

/** The root is the visible window frame; if the compositor draws decorations, the whole surface. */
const asSeen: Origin = ({ content, buffer }) =>
  buffer ? { x: Math.max(content.x, buffer.x), y: Math.max(content.y, buffer.y) } : content;

/**
 * Client-side decorations of Qt: the borders left, right and bottom are equal, the rest is the title bar. Without a shadow, the
 * root is as large as the surface: GNOME 43 reports another frame for windows that it has maximised itself, even after
 * restoring.
 */
const insideBorder: Origin = ({ content, buffer }, root) => {
  const { x, y, width, height } = buffer?.x === content.x && buffer.y === content.y ? buffer : content;
  const side = Math.max(0, Math.floor((width - root.width) / 2));
  return { x: x + side, y: y + Math.max(0, height - root.height - side) };
};

/**
 * Coordinate origin of each toolkit in a Wayland window, whose position the app does not know. Measured under sway 1.7 with GTK
 * 3.24, GTK 4.8, Qt 5.15 and 6.4 and Chromium 156, and under KWin 5.27 with Firefox 153; LibreOffice is treated as GTK 3, which
 * draws its windows.
 */
const origins: Readonly<Record<ToolkitName, Origin>> = {
  gtk3: shadowAbove(3),
  gtk4: asSeen,
  qt: insideBorder,
  chromium: shadowAbove(11),
  gecko: asSeen,
  libreoffice: shadowAbove(3),
  java: asSeen,
  // Only a part of windows, with their offset.
  webkit: asSeen,
  other: shadowAbove(0),
};

/**
 * Converts extents on a surface to screen pixels.
 * @param root the extents of the window's root, to which all others are relative
 */
export function surfaceOffset(toolkit: ToolkitName, surface: Surface, root: Rect): Offset {
  const { scale, shift } = surface;
  const { x, y } = origins[toolkit](surface, root);
  return { x: Math.round((x - root.x) * scale + shift.x), y: Math.round((y - root.y) * scale + shift.y), scale };
}

/** The surface's content as reported by an app that does not know its position. */
export function unplaced({ content: { width, height } }: Surface): Rect {
  return { x: 0, y: 0, width, height };
}
