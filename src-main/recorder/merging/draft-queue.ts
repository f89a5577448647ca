import type { Action } from '#contract/model/recordings/action';
import { type ElementDetails, type ElementId, hasState } from '#contract/model/elements/element';
import { parseSelector } from '#contract/model/elements/selector';
import type { InputLoss, RecordedTarget } from '#contract/model/engine';
import type { Expectation } from '#contract/model/recordings/expectation';
import type { Step } from '#contract/model/recordings/recording';
import type { WindowId, WindowMatch } from '#contract/model/windows/window';
import { isCell } from '#contract/model/elements/element-facts';
import { following, isFollowing } from '../steps/inputs-expected.ts';
import { anotherSecretName } from '../steps/secret-name.ts';
import { CellWalk } from './cell-walk.ts';
import { copies } from './clipboard.ts';
import { withEffects, withoutSelected, withoutUnknown, type LateNews } from './merge-effects.ts';
import { createDraft, type Draft, type DraftRole, type PlacedEvent } from './draft.ts';

/** How long a closed draft waits for its field's value, in milliseconds: reading it takes a round trip to the app. */
const valueWaitMs = 1_000;

/** The content of a field. */
interface Held {
  /** What the app reported when the field was last identified. Another report is newer than the last recorded value. */
  readonly read: string | null;
  readonly text: string | null;
  readonly isWhole?: boolean;
}

/** Drafts in order of their start. They become steps from the front, so that steps keep that order. */
export class DraftQueue {
  readonly #newId: () => string;
  #drafts: Draft[] = [];
  /** The value last recorded of each field, and when it was read. */
  readonly #values = new Map<ElementId, { readonly value: string; readonly at: number }>();
  readonly #held = new Map<ElementId, Held>();
  readonly #secrets = new Map<string, string>();
  readonly #losses = new Losses();
  readonly #activeCell = new ActiveCell();
  readonly cellWalk = new CellWalk();
  /** The id of the step that opened a window, by window id. */
  readonly #openers = new Map<string, string>();
  #lastSettled: Step | null = null;
  #lastFinal: Draft | undefined;
  #hasCopied = false;
  /** Fields into which something copied before was pasted. */
  readonly #pastedIn = new Set<ElementId>();
  /** What those held afterwards. */
  readonly #pasted = new Set<string>();
  /** The window whose last press in a view is known by its picture. */
  #pictured: string | null = null;
  /** Pending changes of a final step, for the next call. */
  #news: LateNews | null = null;
  /** Id of the window of the last final step. */
  #lastSettledIn: string | null = null;

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  get steps(): readonly Step[] {
    return this.#drafts.filter(isReady).map((draft) => draft.step);
  }

  get last(): Draft | undefined {
    return this.#drafts.at(-1);
  }

  /** The same, final or not. */
  get latest(): Draft | undefined {
    return this.last ?? this.#lastFinal;
  }

  before(draft: Draft): Draft | undefined {
    return this.#drafts[this.#drafts.indexOf(draft) - 1];
  }

  /** The newest draft of the element with one of the roles. */
  lastOf(element: ElementId, ...roles: readonly DraftRole[]): Draft | undefined {
    return this.#drafts.filter((draft) => draft.element === element && roles.includes(draft.role)).at(-1);
  }

  /** All drafts of the same stay in its field. */
  ofStay(draft: Draft): readonly Draft[] {
    return this.#drafts.filter((each) => each === draft || sameStay(each, draft));
  }

  find(wanted: (draft: Draft) => boolean): Draft | undefined {
    return this.#drafts.find(wanted);
  }

  add(role: DraftRole, action: Action, event: PlacedEvent): Draft {
    const draft = createDraft(role, action, event, this.#newId());
    this.#hasCopied ||= copies(action, event.target?.element ?? null);
    const openedBy = this.#openers.get(event.window.id);
    if (openedBy !== undefined) draft.step = { ...draft.step, openedBy };
    const { unseen, ...seen } = draft.step;
    if (action.type === 'click') this.#dropSelected(draft.step);
    if (draft.step.target?.selectors[0]?.kind === 'picture') this.#pictured = draft.window;
    else if (draft.step.around) this.#pictured = null;
    if (this.#activeCell.isKnown(draft, event) && unseen && action.type === 'typeText') draft.step = seen;
    this.#drafts.push(draft);
    return draft;
  }

  /** Items of Qt's lists become selected as the pointer passes, so an item pressed next was selected on the way. */
  #dropSelected({ target }: Step): void {
    const before = this.#drafts.filter(isReady).at(-1);
    if (before) before.step = withoutSelected(before.step, target);
    else if (this.#lastSettled) {
      const step = withoutSelected(this.#lastSettled, target);
      if (step !== this.#lastSettled) this.#news = { step: step.id, news: { expected: step.expected ?? [] } };
      this.#lastSettled = step;
    }
  }

  /** Changes of a final step since the last call. */
  takeNews(): LateNews | null {
    const news = this.#news;
    this.#news = null;
    return news;
  }

  remove(unwanted: (draft: Draft) => boolean): void {
    this.#drafts = this.#drafts.filter((draft) => !unwanted(draft));
  }

  /** The last typing in the window before its field was known. */
  typedBlindly(window: string): readonly Draft[] {
    const typed: Draft[] = [];
    for (const draft of [...this.#drafts].reverse()) {
      if (draft.role === 'text' || draft.role === 'edit') continue;
      if (draft.role !== 'typed' || draft.element !== null || draft.window !== window) break;
      if (draft.closedAt === null || draft.awaitsValue) typed.unshift(draft);
    }
    return typed;
  }

  /** Closes all drafts except those of one field, which continue while the user stays in it. */
  close(at: number, exceptField: ElementId | null = null): void {
    for (const draft of this.#drafts) {
      const stays = draft.element === exceptField && isOfField(draft.role);
      if (draft.closedAt !== null || (stays && exceptField !== null)) continue;
      draft.closedAt = at;
      draft.due = Math.min(draft.due, draft.awaitsValue ? at + valueWaitMs : at);
    }
  }

  /** The name of a field's secret: the field's own, else that of its label. */
  secretIn({ element, selectors }: RecordedTarget): string {
    const labels = selectors.map(({ selector }) => parseSelector(selector).at(-1)?.label ?? '');
    return this.secretOf(element.id, element.name || (labels.find((label) => label !== '') ?? ''));
  }

  /**
   * The name of a secret, unique per field. @param holder identifies the field, e.g. its element @param called the field's label
   */
  secretOf(holder: string, called: string): string {
    const known = this.#secrets.get(holder);
    if (known !== undefined) return known;
    const name = anotherSecretName(called, new Set(this.#secrets.values()));
    this.#secrets.set(holder, name);
    return name;
  }

  rememberValue(element: ElementId, action: Action, at: number): void {
    const [value, before] = [JSON.stringify(action), this.#values.get(element)];
    this.#values.set(element, before?.value === value ? before : { value, at });
    const held = this.#held.get(element);
    if (action.type === 'setText' && action.secret === undefined)
      this.#held.set(element, { read: null, ...held, text: action.text });
  }

  /** The steps so far entered all that the field holds now. */
  rememberWhole(element: ElementId): void {
    const held = this.#held.get(element);
    if (held) this.#held.set(element, { ...held, isWhole: true });
  }

  /** A key came to the field, as its app described it then: after other acts, that is newer than its recorded value. */
  rememberRead({ id, value }: ElementDetails): void {
    const held = this.#held.get(id);
    if (held && (held.read === value || this.last?.element === id)) return;
    this.#held.set(id, { read: value, text: value, isWhole: held?.isWhole === true && held.text === value });
  }

  /** What the field holds, as last read or recorded; null if unknown. */
  heldIn(element: ElementId): string | null {
    return this.#held.get(element)?.text ?? null;
  }

  /** True if the steps so far entered all that the field holds. */
  isWhole(element: ElementId): boolean {
    return this.#held.get(element)?.isWhole === true;
  }

  /** Whether an earlier step copied something, so that a paste inserts that, which may differ another time. */
  get hasCopied(): boolean {
    return this.#hasCopied;
  }

  /** What was copied is pasted into the field by a step of its own. */
  rememberPaste(element: ElementId): void {
    this.#pastedIn.add(element);
  }

  rememberPasted(text: string): void {
    if (text.trim() !== '') this.#pasted.add(text.trim());
  }

  hasPasted(element: ElementId): boolean {
    return this.#pastedIn.has(element);
  }

  /** True if a value of the field was recorded. */
  wasFilled(element: ElementId): boolean {
    return this.#values.has(element);
  }

  /** True if the field was already recorded with this value, so that it is no change. */
  isKnownValue(element: ElementId, action: Action): boolean {
    return this.#values.get(element)?.value === JSON.stringify(action);
  }

  /** When the value recorded of the field was first read. */
  valueReadAt(element: ElementId): number {
    return this.#values.get(element)?.at ?? -Infinity;
  }

  /** The newest step opened these windows, except the window that it acts in, which is received late. */
  addOpened(windows: readonly WindowId[]): void {
    const draft = this.#drafts.filter(isReady).at(-1);
    const opener = draft?.step ?? this.#lastSettled;
    const own = draft ? actsIn(draft) : this.#lastSettledIn;
    if (opener) for (const window of windows) if (window !== own) this.#openers.set(window, opener.id);
  }

  /** A window of that program was not opened by the newest step. */
  dropOpening({ app }: WindowMatch): LateNews | null {
    const draft = this.#drafts.filter(isReady).at(-1);
    if (draft) draft.step = withoutOpening(draft.step, app);
    if (draft || !this.#lastSettled) return null;
    const step = withoutOpening(this.#lastSettled, app);
    if (step === this.#lastSettled) return null;
    this.#lastSettled = step;
    return { step: step.id, news: { expected: step.expected ?? [] } };
  }

  /** Adds the effects of the newest step. Returns the change if that step is final already. */
  addEffects(all: readonly Expectation[]): LateNews | null {
    // Another time, something else is pasted.
    const follow = following([...this.#pasted].map((text) => [text, '']));
    const draft = this.#drafts.filter(isReady).at(-1);
    const isBeside = this.#leadsBeside(draft?.step ?? this.#lastSettled, draft?.window ?? this.#lastSettledIn);
    const seen = all.filter((one) => !isFollowing(one, follow) && !(isBeside && one.type === 'text'));
    if (draft) draft.step = withEffects(draft.step, seen, draft.inDocument);
    if (draft || !this.#lastSettled) return null;
    const { action: before } = this.#lastSettled;
    this.#lastSettled = withEffects(this.#lastSettled, seen);
    const { id, action, expected = [] } = this.#lastSettled;
    return { step: id, news: { expected, ...(action !== before && { action }) } };
  }

  /** A key leads from what is known by its picture to what is beside it: that differs if the picture is elsewhere. */
  #leadsBeside(step: Step | null, window: string | null): boolean {
    return step?.action.type === 'pressKeys' && stepping.test(step.action.keys) && window === this.#pictured;
  }

  /** Input was lost at that time. */
  addLoss(at: number, loss: Pick<InputLoss, 'events'>): void {
    this.#losses.add(at, loss.events);
  }

  /** Losses after the last step, if no other step comes. */
  lossAtEnd(): LateNews | null {
    if (!this.#lastSettled) return null;
    const [last] = this.#losses.giveTo([this.#lastSettled]);
    return last?.lost && last !== this.#lastSettled ? { step: last.id, news: { lost: last.lost } } : null;
  }

  /** Removes and returns the steps that are final at that time. */
  settle(at: number): Step[] {
    const settled = this.#losses.giveTo(this.#takeFinal(at));
    this.#lastSettled = settled.at(-1) ?? this.#lastSettled;
    return settled;
  }

  #takeFinal(at: number): Step[] {
    const settled: Step[] = [];
    for (let first = this.#drafts[0]; first && this.#isFinal(first, at); first = this.#drafts[0]) {
      this.#drafts.shift();
      this.#lastFinal = first;
      if (!isReady(first)) continue;
      settled.push(withoutUnknown(first.step));
      this.#lastSettledIn = actsIn(first);
    }
    return settled;
  }

  #isFinal(draft: Draft, at: number): boolean {
    if (at === Infinity) return true;
    if (at < draft.due) return false;
    if (draft.role === 'typed' && draft.awaitsValue)
      return !this.#drafts.some((d) => d.role === 'text' && d.awaitsValue);
    return !(draft.role === 'focusing' && this.#drafts.some((d) => d.awaitsValue && sameStay(d, draft)));
  }
}

function withoutOpening(step: Step, app: string | undefined): Step {
  const expected = step.expected?.filter((one) => one.type !== 'windowOpens' || one.window.app !== app);
  return expected && expected.length !== step.expected?.length ? { ...step, expected } : step;
}

/** The window that it needs; a launch opens its own. */
function actsIn({ step, window }: Draft): string | null {
  return step.action.type === 'launch' ? null : window;
}

function isOfField(role: DraftRole): boolean {
  return role === 'focusing' || role === 'text' || role === 'edit';
}

/** Whether the drafts belong to one stay in one field, and so are open or closed together. */
export function sameStay(a: Draft, b: Draft): boolean {
  return a.element !== null && a.element === b.element && a.closedAt === b.closedAt;
}

/** A draft that waited for a value in vain is empty. */
function isReady({ step: { action } }: Draft): boolean {
  return action.type !== 'typeText' || action.text !== '' || action.secret !== undefined;
}

/** Keys that always lead from one cell to the same other one, whatever the content. */
const stepping = /^(shift\+)?((Numpad)?Enter|Tab|Arrow(Up|Down|Left|Right))$/;

/**
 * Whether the active cell of a sheet is known, or typing and keys alone have led there from a known one: then text whose cell
 * the app did not report goes to the right one at replay.
 */
class ActiveCell {
  #window: string | null = null;

  /** Takes a new step into account. */
  isKnown(draft: Draft, { target }: Pick<PlacedEvent, 'target'>): boolean {
    const { action } = draft.step;
    if (target && isCell(target.element) && hasState(target.element, 'editable')) this.#window = draft.window;
    else if (target || draft.window !== this.#window) this.#window = null;
    else if (action.type === 'pressKeys' && !stepping.test(action.keys)) this.#window = null;
    else if (action.type !== 'pressKeys' && action.type !== 'typeText') this.#window = null;
    return this.#window !== null;
  }
}

interface Loss {
  readonly at: number;
  /** Null if unknown. */
  readonly events: number | null;
}

/** Lost input, until an adjacent step can report it. */
class Losses {
  #waiting: readonly Loss[] = [];

  /** @param at milliseconds of the recording */
  add(at: number, events: number | null): void {
    this.#waiting = [...this.#waiting, { at, events }];
  }

  /** The steps, each with losses after it began; the first also with those before. */
  giveTo(steps: readonly Step[]): Step[] {
    const [first] = steps;
    if (!first || this.#waiting.length === 0) return [...steps];
    const holderOf = ({ at }: Loss) => steps.filter((step) => step.at <= at).at(-1) ?? first;
    const waiting = this.#waiting;
    this.#waiting = [];
    return steps.map((step) =>
      withLosses(
        step,
        waiting.filter((loss) => holderOf(loss) === step),
      ),
    );
  }
}

function withLosses(step: Step, losses: readonly Loss[]): Step {
  if (losses.length === 0) return step;
  const counts = [...(step.lost ? [step.lost.events] : []), ...losses.map(({ events }) => events)];
  return {
    ...step,
    lost: { events: counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count)) },
  };
}
