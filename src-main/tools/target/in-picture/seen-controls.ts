import { controlTypes, formatElementId, type ControlType, type ElementNode } from '#contract/model/elements/element';
import type { Rect } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import { AppError } from '#contract/errors';
import type { OcrLine } from '#contract/model/ocr';
import type { CaptureTarget } from '#contract/model/picture';
import type { ToolContext } from '../../define-tool.ts';

/** In place of the platform's role of an element. */
const role = 'seen by the caller';

/** A control that only the caller saw, e.g. in a picture: a position with a name, which can be clicked like any other. */
export function seenControl(
  window: WindowId,
  {
    id,
    name,
    type,
    bounds,
  }: { readonly id: string; readonly name: string; readonly type: string; readonly bounds: Rect },
): ElementNode {
  return {
    id: formatElementId(window, `seen:${id}`),
    controlType: controlTypes.find((known): known is ControlType => known === type) ?? 'Custom',
    role,
    name,
    automationId: '',
    description: '',
    value: null,
    states: ['enabled', 'visible'],
    bounds,
    childCount: 0,
  };
}

/** The engine does not know such a control: it cannot be queried, only pointed at. */
export function isSeen(element: ElementNode): boolean {
  return element.role === role;
}

/** Milliseconds: a screen full of small text takes long. */
export const ocrDeadlineMs = 90_000;

interface TextInPicture {
  readonly lines: readonly OcrLine[];
  /** Unread parts of the target, or that there was no text; empty otherwise. */
  readonly note: string;
}

/** The text in the pixels of a target; empty if there is none, as in a window of pictures. @throws AppError as `engine.ocr` */
export async function textInPicture(
  { engine, signal }: Pick<ToolContext, 'engine' | 'signal'>,
  target: CaptureTarget,
  language?: string,
): Promise<TextInPicture> {
  try {
    return await engine.ocr({ target, ...(language !== undefined && { language }) }, { signal });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'no_text_found') throw error;
    return { lines: [], note: 'No text was found in the picture.' };
  }
}
