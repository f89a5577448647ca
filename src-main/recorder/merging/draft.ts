import type { Action } from '#contract/model/recordings/action';
import type { ElementId } from '#contract/model/elements/element';
import type { InputEvent } from '#contract/model/engine';
import { withAction, type Step } from '#contract/model/recordings/recording';
import { matchOf, type WindowInfo } from '#contract/model/windows/window';
import { stepTarget } from './step-target.ts';

/**
 * What a draft may still become.
 * - `click`: a double or triple click.
 * - `focusing`: nothing, if the clicked field is filled.
 * - `text`: another value of the same field.
 * - `edit`: nothing, if the following value includes the key or the paste; until then a key that may repeat.
 * - `typed`, `keys`, `scroll`: more of the same.
 * - `drag`, `hover`: nothing else.
 * - `window`: another position of the same window.
 */
export type DraftRole =
  | 'click'
  | 'focusing'
  | 'text'
  | 'edit'
  | 'typed'
  | 'keys'
  | 'scroll'
  | 'drag'
  | 'hover'
  | 'window';

/** A step that later events may still change or drop. Times are milliseconds of the recording. */
export interface Draft {
  role: DraftRole;
  step: Step;
  readonly element: ElementId | null;
  readonly window: string;
  /** When it began and when it last grew. */
  readonly startedAt: number;
  grewAt: number;
  /** When an event ended it; null while it may continue. */
  closedAt: number | null;
  /** When it becomes final; Infinity while it waits for further input. */
  due: number;
  /** A pending field value will fill it, or drop it. */
  awaitsValue: boolean;
  /** When the value of its field was last reported. */
  valueAt?: number;
  /** Number of characters, for masked typing. */
  masked?: number;
  /** Previous text of a multi-line field, if it had any. */
  heldBefore?: string;
  /** That was read after the typing, all of which it may include. */
  readLate?: boolean;
  /** Keys that may have changed it otherwise, such as Backspace, which its value includes. */
  isEdited?: boolean;
  /** The last key in it broke a line. */
  endsInBreak?: boolean;
  /** Typed into a paragraph of a document, which has the focus and no lasting selector. */
  inDocument?: boolean;
  /** Previous text of a multi-line field, for Enter, which may be a command there. */
  textBefore?: string;
  /** For the same: text typed before it in the draft that continues after it. */
  typedBefore?: string;
}

/** An event that happened in a window. */
export type PlacedEvent = Exclude<
  InputEvent,
  { type: 'pointerUp' | 'program' | 'started' | 'opened' | 'effects' | 'lost' }
> & {
  readonly window: WindowInfo;
};

export function createDraft(role: DraftRole, action: Action, event: PlacedEvent, id: string): Draft {
  return {
    role,
    step: withAction(stepOf(action, event, id), action),
    element: event.target?.element.id ?? null,
    window: event.window.id,
    startedAt: event.at,
    grewAt: event.at,
    closedAt: null,
    due: Infinity,
    awaitsValue: false,
  };
}

function stepOf(action: Action, event: PlacedEvent, id: string): Step {
  return {
    id,
    at: Math.max(0, Math.round(event.at)),
    action,
    target: event.target && stepTarget(event.target),
    window: matchOf(event.window, event.ownerTitle),
    ...(event.target === null && { windowBounds: event.window.bounds }),
    ...('around' in event && { around: event.around }),
    // Acts on a window as a whole need no element.
    ...('unseen' in event && (action.type === 'click' || action.type === 'drag') && { unseen: event.unseen }),
    // A cell or field that the app did not report in time.
    ...(action.type === 'typeText' &&
      action.secret === undefined &&
      event.target === null && { unseen: true as const }),
    enabled: true,
  };
}

export function setAction(draft: Draft, action: Action): void {
  draft.step = withAction(draft.step, action);
}
