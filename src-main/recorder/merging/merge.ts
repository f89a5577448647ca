import type { ClosedMenus, InputEvent, InputLoss } from '#contract/model/engine';
import type { Step, UsedProgram } from '#contract/model/recordings/recording';
import { DraftQueue } from './draft-queue.ts';
import type { LateNews } from './merge-effects.ts';
import type { PlacedEvent } from './draft.ts';
import { mergeKey } from './merge-key.ts';
import { mergeLaunch, mergeProgram } from './merge-window.ts';
import { mergePress, type Press } from './merge-press.ts';
import type { ClickThresholds } from './click-thresholds.ts';
import { mergeValue } from './merge-value.ts';
import { mergeWheel } from './merge-wheel.ts';

/** Steps that became final. `notice` tells the user about input that could not be recorded, or is empty. */
export interface MergeOutput {
  readonly steps: readonly Step[];
  readonly notice: string;
  /** Later changes of a step that was final already. */
  readonly late: LateNews | null;
  /** A program that receives input for the first time. */
  readonly program?: UsedProgram;
}

/** Turns raw input into the steps that the user meant. Its only clock is the time of events. */
export interface Merger {
  push(event: InputEvent): MergeOutput;
  /** Informs it that time passed without events. */
  tick(at: number): MergeOutput;
  /** Makes all pending steps final. */
  finish(): MergeOutput;
  /** Steps that later events may still change or drop, in order; shown live. */
  readonly drafts: readonly Step[];
}

const maskedNotice =
  'Text was typed into a field that could not be checked for a password. It is not stored; replay prompts for it as a secret.';

const nowhereNotice = 'Something was pressed, typed or scrolled where no window is: there is no step of it.';

const lossNotices: Readonly<Record<InputLoss['cause'], string>> = {
  tooFast: 'Some input came too fast and was lost, as noted at the steps.',
  unread: 'Some input was unreadable and was lost, as noted at the steps.',
  uncommitted: 'An input method kept text that its app does not show. It is not recorded, as noted at the step.',
  unreported: 'The system reported no input for a moment. Actions in that time are lost, as noted at the step.',
};

/** Typed into an unknown field; in a known secret field it is the value. */
function isMasked({ action }: Step): boolean {
  return action.type === 'typeText' && action.secret !== undefined;
}

const nothing: MergeOutput = { steps: [], notice: '', late: null };

/** @param newId gives every step a unique id */
export function createMerger(newId: () => string, habits: ClickThresholds): Merger {
  const queue = new DraftQueue(newId);
  let press: Press | null = null;

  function take(event: Exclude<InputEvent, { readonly type: 'effects' | 'program' | 'started' | 'lost' }>): string {
    if (event.type === 'opened') {
      queue.addOpened(event.windows);
      return '';
    }
    if (event.type === 'pointerUp' && event.closedMenus) {
      press = null;
      closeMenus(queue, event.at, event.closedMenus);
      return '';
    }
    if (event.type === 'pointerUp') {
      // A lost press, or another button's: the matching one decides.
      if (press?.down.button !== event.button) return '';
      const released = press;
      press = null;
      return mergePress(queue, released, event, habits);
    }
    if (event.window === null) return nowhereNotice;
    return takePlaced(event as PlacedEvent);
  }

  function takePlaced(event: PlacedEvent): string {
    switch (event.type) {
      case 'pointerDown':
        press = { down: event };
        return '';
      case 'hover':
        mergeHover(queue, event);
        return '';
      case 'wheel': {
        mergeWheel(queue, event);
        return '';
      }
      case 'key': {
        mergeKey(queue, event);
        return '';
      }
      case 'fieldValue': {
        mergeValue(queue, event);
        return '';
      }
    }
  }

  // While a button is down, the click before it may still become a double click.
  const settle = (at: number) => (press === null ? queue.settle(at) : []);

  const settled = (steps: readonly Step[], notice = ''): MergeOutput => {
    const masked = steps.some(isMasked) ? maskedNotice : '';
    return { ...nothing, steps, notice: [notice, masked].filter(Boolean).join(' ') };
  };

  return {
    push(event) {
      if (event.type === 'effects') return { ...nothing, late: queue.addEffects(event.expected) };
      if (event.type === 'program') return { ...nothing, ...mergeProgram(event) };
      if (event.type === 'started') {
        const { late, notice } = mergeLaunch(queue, event);
        return { ...settled(settle(event.at), notice), late };
      }
      if (event.type === 'lost') {
        queue.addLoss(event.at, event);
        return { ...nothing, notice: lossNotices[event.cause] };
      }
      const notice = take(event);
      return { ...settled(settle(event.at), notice), late: queue.takeNews() };
    },
    tick: (at) => settled(settle(at)),
    finish() {
      press = null;
      const output = settled(queue.settle(Infinity));
      return output.steps.length > 0 ? output : { ...output, late: queue.lossAtEnd() };
    },
    get drafts() {
      return queue.steps;
    },
  };
}

/** At replay, a press at the same place might meet no menu, and press what is there. */
function closeMenus(queue: DraftQueue, at: number, { window, levels }: ClosedMenus): void {
  const escape = { type: 'key', at, key: 'Escape', text: null, window, target: null, editable: false } as const;
  for (let level = 0; level < levels; level++) mergeKey(queue, escape);
}

/** The pointer rested there, and the element pressed next appeared: that proves the step. */
function mergeHover(queue: DraftQueue, event: Extract<PlacedEvent, { type: 'hover' }>): void {
  const { x, y } = event.target.element.bounds ?? event.window.bounds;
  queue.close(event.at);
  const draft = queue.add('hover', { type: 'hover', at: { x: event.x - x, y: event.y - y } }, event);
  draft.step = { ...draft.step, expected: [{ type: 'shows', element: event.shows }] };
  draft.due = event.at;
}
