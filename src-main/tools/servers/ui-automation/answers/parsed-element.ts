import type { ElementNode, TreeNode } from '#contract/model/elements/element';
import { isInView } from '#contract/model/elements/element-query';
import { intersect, type Rect } from '#contract/model/geometry';
import { mergeSeen, type Seen } from '#contract/model/elements/seen-merge';
import { isActionable, isUsable } from '#contract/model/elements/usable';
import type { OcrLine } from '#contract/model/ocr';
import type { WindowInfo } from '#contract/model/windows/window';
import { windowTag, type WindowTag } from '../../../target/windows/window-tag.ts';

/** One item on a parsed screen, in OmniParser's form, with its window. */
export interface ParsedElement {
  readonly type: 'text' | 'icon';
  /** Left, top, right and bottom, in physical screen pixels. */
  readonly bbox: readonly [number, number, number, number];
  /** The text that users read in it; null if there is none. */
  readonly content: string | null;
  /** Whether it can be clicked or typed into, as far as its app reports. */
  readonly interactivity: boolean;
  /** Null on the bare desktop. */
  readonly window: WindowTag | null;
}

/** A thing that was seen, and its element; pictures have none. */
export interface Parsed extends Seen {
  readonly element: ElementNode | null;
  readonly usable: boolean;
  readonly window: WindowInfo | undefined;
}

/** What a window's elements show inside an area: controls, usable or not, and texts. In tree order, without repeated texts. */
export function* shownIn(window: WindowInfo, node: TreeNode, within: Rect, around = ''): Generator<Parsed> {
  for (const child of node.children ?? []) {
    const bounds = isInView(child) && child.bounds ? intersect(child.bounds, within) : null;
    const isControl = isActionable(child, node);
    const text = parsedText(child);
    const hasOwnText = child.controlType === 'Text' && text !== '' && text !== around;
    if (bounds && (isControl || hasOwnText))
      yield { bounds, text, element: child, usable: isUsable(child, node), window };
    yield* shownIn(window, child, within, isControl ? text : around);
  }
}

function parsedText({ name, value }: ElementNode): string {
  const texts = [name, value ?? ''].map((text) => text.trim()).filter((text) => text !== '');
  return [...new Set(texts)].join(' ');
}

/** Elements first, unnamed ones with the text read in them, then the text outside elements. */
export function withTexts(
  shown: readonly Parsed[],
  lines: readonly OcrLine[],
  windowOf: (place: Rect) => WindowInfo | undefined,
): readonly Parsed[] {
  const { reported, besides } = mergeSeen(shown, lines);
  const pictured = besides.map(({ text, bounds }) => ({
    text,
    bounds,
    element: null,
    usable: false,
    window: windowOf(bounds),
  }));
  return [...reported, ...pictured];
}

export function parsedElement({ bounds, text, element, usable, window }: Parsed): ParsedElement {
  const { x, y, width, height } = bounds;
  return {
    type: element === null || element.controlType === 'Text' ? 'text' : 'icon',
    bbox: [x, y, x + width, y + height],
    content: text === '' ? null : text,
    interactivity: usable,
    window: window ? windowTag(window) : null,
  };
}
