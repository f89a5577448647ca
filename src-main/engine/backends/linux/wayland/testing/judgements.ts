import type { ElementNode } from '#contract/model/elements/element';
import type { WitnessedEvent, Testimony } from './witness.ts';

export type Kind =
  | 'menu'
  | 'entry'
  | 'checked entry'
  | 'dialog'
  | 'combo'
  | 'choice'
  | 'toggle'
  | 'tab'
  | 'field'
  | 'row'
  | 'button';

/** An independent observation of a hit. */
export interface Seen {
  readonly before: Testimony;
  readonly now: Testimony;
  /** Events of the element and its descendants since the hit. */
  readonly received: readonly WitnessedEvent[];
  /** Events of its whole app. */
  readonly elsewhere: readonly WitnessedEvent[];
  /** Titles of new windows. */
  readonly windows: readonly string[];
}

/** Evidence in words that a hit landed; null if there is none. */
export type Judgement = (seen: Seen) => string | null;

const touching = new Set(['focused', 'pressed', 'armed', 'checked', 'selected', 'expanded']);

/** The element itself reports an event. */
export const touched: Judgement = ({ before, now, received }) => {
  const reported = received.find(
    ({ type, detail, on }) => type === 'Focus' || (type === 'StateChanged' && on && touching.has(detail)),
  );
  if (reported) return `it is ${reported.detail || 'focused'}`;
  if (now.states.length === 0 && before.states.length > 0) return 'it is gone';
  return now.states.includes('focused') ? 'it is focused' : null;
};

const toggled: Judgement = ({ before, now, received }) => {
  const other = ['checked', 'pressed', 'expanded'].find(
    (state) => before.states.includes(state) !== now.states.includes(state),
  );
  if (other) return `${other} is another`;
  return received.some(({ detail }) => detail === 'checked') ? 'checked is told' : null;
};

const chosen: Judgement = (seen) => (seen.now.states.includes('selected') ? 'it is selected' : touched(seen));

const opened: Judgement = (seen) => {
  const reported = seen.received.find(({ detail, on }) => on && /showing|expanded|visible/.test(detail));
  return reported ? `${reported.detail} is told` : (touched(seen) ?? toggled(seen));
};

/** Firefox opens the list of a page's drop-down as its own, outside the page. */
const openedBeside: Judgement = (seen) => {
  const isOpen = seen.elsewhere.some(({ detail, on }) => on && detail === 'expanded');
  return opened(seen) ?? (isOpen ? 'another is expanded' : null);
};

const window: Judgement = ({ windows: [first] }) => (first === undefined ? null : `a window: ${first}`);

/** Something in the app other than the focus changed. */
const effect: Judgement = ({ elsewhere }) => {
  const reported = elsewhere.find(
    ({ type, detail }) =>
      /TextChanged|TextCaretMoved|ChildrenChanged|SelectionChanged|PropertyChange/.test(type) ||
      /showing|sensitive|checked|selected/.test(detail),
  );
  return reported ? `${reported.type} ${reported.detail} is told` : null;
};

export const judgements: Readonly<Record<Exclude<Kind, 'choice'>, Judgement>> = {
  menu: opened,
  combo: openedBeside,
  entry: touched,
  'checked entry': toggled,
  dialog: (seen) =>
    window(seen) ?? (seen.elsewhere.some(({ detail, on }) => on && detail === 'showing') ? 'something shows' : null),
  // A selected option of several stays selected.
  toggle: (seen) => toggled(seen) ?? (seen.before.states.includes('checked') ? touched(seen) : null),
  tab: chosen,
  row: chosen,
  field: touched,
  button: (seen) => touched(seen) ?? window(seen) ?? effect(seen),
};

/** A choice in a list: its box is named after it, not after a neighbour. */
export function choiceOf(name: string, boxBefore: Testimony, box: () => Testimony): Judgement {
  const textsOf = ({ name: own, text, selected }: Testimony) => [own, text, ...selected];
  return (seen) => {
    const now = textsOf(box());
    if (now.includes(name)) return 'its box says so';
    if (now.join('\n') !== textsOf(boxBefore).join('\n')) return null;
    return seen.elsewhere.some(({ detail, on }) => on && detail === 'selected') ? 'selected is told' : null;
  };
}

export function kindOf({ controlType, role, name, states }: ElementNode): Kind | null {
  // In a page, an option of a closed combo box has no name of its own, and the same bounds.
  if (role === 'menu' && name === '') return null;
  if (role === 'menu' || controlType === 'MenuItem') return 'menu';
  if (controlType === 'ComboBox') return 'combo';
  if (controlType === 'TabItem') return 'tab';
  if (controlType === 'CheckBox' || controlType === 'RadioButton' || role === 'toggle button') return 'toggle';
  if (controlType === 'Edit') return states.includes('readonly') ? null : 'field';
  if (['ListItem', 'TreeItem', 'DataItem'].includes(controlType)) return 'row';
  return controlType === 'Button' ? 'button' : null;
}
