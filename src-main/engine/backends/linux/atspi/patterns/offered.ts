import type { ElementState } from '#contract/model/elements/element';
import type {
  CellFacts,
  RangeFacts,
  ScrollFacts,
  SelectionFacts,
  TableFacts,
  TextFacts,
} from '#contract/model/elements/element-facts';
import type { Pattern } from '#contract/model/elements/pattern';
import type { RawLink } from '../../../../backend.ts';
import { orElse } from '../bus/or-else.ts';
import type { Subject } from '../reading/subject.ts';
import { sameRef } from '../vocabulary/ref.ts';
import { roleSet } from '../vocabulary/roles.ts';
import { hasBit } from '../vocabulary/states.ts';
import { actionsFor, chooseAction, readActions, canOpen, openingBy, openStates } from './actions.ts';
import { isSelectedIn, membershipOf } from './membership.ts';
import { isBounded, readRange, mayScroll, readScroll } from './scroll.ts';
import { keepsSelection, readSelection } from './selection.ts';
import { mayBeCell, readCell, readTable } from './table.ts';
import { readText } from './text.ts';

const toggles = roleSet('check box', 'toggle button', 'check menu item', 'switch');
/** Roles chosen among others, with or without a selection container. */
const choices = roleSet('radio button', 'radio menu item', 'page tab', 'list item', 'table row', 'tree item', 'icon');
/** Roles with a tick or dot. */
const ticks = roleSet('check box', 'radio button', 'toggle button', 'switch');
const ranged = roleSet('slider', 'spin button', 'scroll bar', 'dial', 'rating');

/** Facts derived from an element's interfaces. */
export interface PatternFacts {
  readonly actions: readonly string[];
  readonly text: TextFacts | null;
  readonly range: RangeFacts | null;
  readonly selection: SelectionFacts<RawLink> | null;
  readonly scroll: ScrollFacts | null;
  readonly table: TableFacts<RawLink> | null;
  readonly cell: CellFacts | null;
  /** A container keeps a selection that can include the element. */
  readonly isItem: boolean;
  /** Patterns beyond those named by the element's interfaces. */
  readonly states: readonly ElementState[];
  /** It is in a Qt Quick window, whose buttons confirm a press and do nothing. */
  readonly pressesUnreported: boolean;
}

/** Sends all queries concurrently; refused facts are null. */
export async function readPatternFacts(subject: Subject): Promise<PatternFacts> {
  const { accessibles, facts, signal } = subject;
  const has = (face: string) => facts.interfaces.has(face);
  const [actions, text, range, selection, scroll, table, cell, item, opened, pressesUnreported] = await Promise.all([
    has('Action') ? orElse(readActions(accessibles, facts.ref, signal), []) : [],
    has('Text') ? orElse(readText(subject), null) : null,
    has('Value') ? orElse(readRange(accessibles, facts.ref, signal), null) : null,
    keepsSelection(subject) ? orElse(readSelection(subject), null) : null,
    mayScroll(subject) ? orElse(readScroll(subject), null) : null,
    has('Table') ? orElse(readTable(subject), null) : null,
    mayBeCell(subject) ? orElse(readCell(subject), null) : null,
    hasBit(facts.states, 'selectable') ? orElse(readItem(subject), none) : none,
    orElse(openStates(subject), []),
    orElse(isOfQuick(subject), false),
  ]);
  const states = [...item.states, ...opened, ...menuStates(subject, actions)];
  return { actions, text, range, selection, scroll, table, cell, isItem: item.isItem, states, pressesUnreported };
}

/**
 * Buttons of Qt that a press opens a menu of have no other action, and stay pressed while it is open. Those that are split into a
 * button and an arrow have a child for the arrow.
 */
function menuStates({ facts }: Pick<Subject, 'facts'>, actions: readonly string[]): readonly ElementState[] {
  if (!buttons.has(facts.role) || facts.childCount > 0 || !actions.includes('ShowMenu')) return [];
  return hasBit(facts.states, 'pressed') ? ['expandable', 'expanded'] : ['expandable'];
}

const buttons = roleSet('push button', 'toggle button');

/**
 * Qt Quick windows answer every text query with their title (QAccessibleQuickWindow::text), Qt widget windows only that for the
 * name. For presses there, see `findings/qt6-quick-buttons-answer-presses-that-nobody-hears.sh`.
 */
async function isOfQuick({ accessibles, frame, signal }: Subject): Promise<boolean> {
  if (!frame.toolkit.togglesUnreported) return false;
  const [name, description] = await Promise.all([
    accessibles.name(frame.ref, signal),
    accessibles.description(frame.ref, signal),
  ]);
  return name !== '' && name === description;
}

interface Item {
  readonly isItem: boolean;
  readonly states: readonly ElementState[];
}

const none: Item = { isItem: false, states: [] };

async function readItem(subject: Subject): Promise<Item> {
  const member = await membershipOf(subject);
  if (!member) return none;
  const isSelected = await orElse(isSelectedIn(subject.accessibles, member, subject.signal), false);
  return { isItem: true, states: isSelected ? ['selected'] : [] };
}

/** The patterns of the element, whether or not it is enabled now. */
export function offeredPatterns(subject: Pick<Subject, 'facts' | 'frame'>, found: PatternFacts): readonly Pattern[] {
  const { facts, frame } = subject;
  const { role, states, interfaces } = facts;
  const can = (kind: keyof typeof actionsFor) => chooseAction(found.actions, actionsFor[kind]) !== null;
  const toggled = hasBit(states, 'checkable') || (frame.toolkit.pressedIsChecked && hasBit(states, 'pressed'));
  const isUnreported = frame.toolkit.togglesUnreported && ticks.has(role) && isBoth(found.actions);
  const { range } = found;
  const isRanged =
    range !== null && isBounded(range) && (range.minimum < range.maximum || !frame.toolkit.togglesUnreported);
  const isUnreportedField = frame.toolkit.setsUnreported && hasBit(states, 'editable');
  const isFrame = sameRef(facts.ref, frame.ref) && !frame.isPage;
  const offered: Record<Pattern, boolean> = {
    invoke: can('invoke') && !isUnreported && !found.pressesUnreported,
    toggle: !isUnreported && (toggles.has(role) || toggled) && !choices.has(role) && can('toggle'),
    value: interfaces.has('EditableText') && hasBit(states, 'editable') && !isUnreportedField,
    rangeValue: isRanged && ranged.has(role) && !isUnreportedField,
    text: found.text !== null && (found.text.length > 0 || hasBit(states, 'editable')),
    selection: found.selection !== null,
    select: found.isItem || (!isUnreported && choices.has(role) && can('select')) || found.actions.includes('select'),
    expand: canOpen(subject) && can(openingBy(subject).open),
    scroll: found.scroll !== null && frame.toolkit.movesScrollBars,
    scrollItem: frame.toolkit.scrollsTo && interfaces.has('Component'),
    grid: found.table !== null,
    table: (found.table?.columnHeaders.length ?? 0) + (found.table?.rowHeaders.length ?? 0) > 0,
    // AT-SPI has no terms for these.
    multipleView: false,
    dock: false,
    window: isFrame,
    transform: isFrame,
  };
  return (Object.keys(offered) as Pattern[]).filter((pattern) => offered[pattern]);
}

function isBoth(actions: readonly string[]): boolean {
  return chooseAction(actions, ['toggle']) !== null && chooseAction(actions, ['press']) !== null;
}
