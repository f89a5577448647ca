import type { PatternCall } from '#contract/model/elements/pattern';
import type { Subject } from '../reading/subject.ts';
import * as names from '../vocabulary/names.ts';
import { act, actionsFor, setOpen } from './actions.ts';
import { setRange, scroll, scrollIntoView } from './scroll.ts';
import { unsupported, confirm } from './refuse.ts';
import { selectItem } from './select.ts';
import { selectItems } from './selection.ts';
import { selectText } from './text.ts';

/** The others belong to the window provider or do not exist in AT-SPI. */
type Elsewhere = 'window' | 'transform' | 'multipleView' | 'dock';
type Running = {
  readonly [C in Exclude<PatternCall, { pattern: Elsewhere }> as C['pattern']]: (
    subject: Subject,
    call: C,
  ) => Promise<void>;
};

const running: Running = {
  invoke: (subject) => act(subject, actionsFor.invoke),
  toggle: (subject) => act(subject, actionsFor.toggle),
  value: (subject, { value }) => setValue(subject, value),
  rangeValue: ({ accessibles, facts, signal }, { value }) => setRange(accessibles, facts.ref, value, signal),
  text: (subject, { select }) => selectText(subject, select),
  selection: (subject, { select }) => selectItems(subject, select),
  select: (subject, { how }) => selectItem(subject, how ?? 'only'),
  expand: (subject, { expanded }) => setOpen(subject, expanded),
  scroll: (subject, call) => scroll(subject, call),
  scrollItem: (subject) => scrollIntoView(subject),
};

/**
 * Runs a pattern through the app, without mouse or keyboard. The caller verifies the effect.
 * @throws AppError `pattern_not_supported` if the app refuses; DBusFailure if it is gone
 */
export function runPattern(subject: Subject, call: PatternCall): Promise<void> {
  if (!(call.pattern in running)) throw unsupported('That is not done to elements.');
  const run = running[call.pattern as keyof Running] as (subject: Subject, call: PatternCall) => Promise<void>;
  return run(subject, call);
}

/** @throws AppError `pattern_not_supported` if the app refuses */
async function setValue({ accessibles, facts, signal }: Subject, value: string): Promise<void> {
  confirm(await accessibles.call(facts.ref, names.editableText, 'SetTextContents', signal, 's', [value]));
}
