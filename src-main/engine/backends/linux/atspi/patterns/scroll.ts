import type { RangeFacts, ScrollFacts } from '#contract/model/elements/element-facts';
import type { PatternCall, ScrollAxis } from '#contract/model/elements/pattern';
import { type Accessibles, number } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import type { Subject } from '../reading/subject.ts';
import * as names from '../vocabulary/names.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleNumber, roleSet } from '../vocabulary/roles.ts';
import { hasBit, noStates } from '../vocabulary/states.ts';
import { confirm, unsupported } from './refuse.ts';

type Axis = 'horizontal' | 'vertical';

interface ScrollBar {
  readonly ref: Ref;
  readonly axis: Axis;
  readonly range: Bounded;
}

/** A range with both ends. */
type Bounded = RangeFacts & { readonly minimum: number; readonly maximum: number };

export function isBounded(range: RangeFacts): range is Bounded {
  return range.minimum !== null && range.maximum !== null;
}

const scrollBar = roleNumber('scroll bar');
const scrollPane = roleNumber('scroll pane');
/** Containers that GTK 4 and Qt put around a scroll bar or its thumb. */
const wrappers = roleSet('scroll bar', 'filler', 'panel');
/** A pane has content, two bars and perhaps a corner. */
const maxParts = 6;

/** True for an element that may have scroll bars of its own. */
export function mayScroll({ facts, frame }: Subject): boolean {
  if (facts.role === scrollPane) return true;
  return !frame.toolkit.scrollsInPanes && facts.childCount > 1 && facts.childCount <= 4;
}

/** Null if it cannot be scrolled. @throws DBusFailure if it is gone */
export async function readScroll(subject: Subject): Promise<ScrollFacts | null> {
  const bars = await scrollBarsOf(subject);
  if (bars.length === 0) return null;
  const at = (axis: Axis) => {
    const bar = bars.find((each) => each.axis === axis);
    return bar ? percentOf(bar.range) : null;
  };
  return { horizontal: at('horizontal'), vertical: at('vertical') };
}

/** @throws AppError `pattern_not_supported` if a wanted axis has no scroll bar */
export async function scroll(subject: Subject, call: Extract<PatternCall, { pattern: 'scroll' }>): Promise<void> {
  const bars = await scrollBarsOf(subject);
  const move = async (axis: Axis, wanted: ScrollAxis | undefined) => {
    if (wanted === undefined) return;
    const bar = bars.find((each) => each.axis === axis);
    if (!bar) throw unsupported(`It does not scroll in the ${axis} direction.`);
    const percent = 'to' in wanted ? wanted.to : Math.min(100, Math.max(0, percentOf(bar.range) + wanted.by));
    const { minimum, maximum } = bar.range;
    await setRange(subject.accessibles, bar.ref, minimum + ((maximum - minimum) * percent) / 100, subject.signal);
  };
  await Promise.all([move('horizontal', call.horizontal), move('vertical', call.vertical)]);
}

function percentOf({ minimum, maximum, current }: Bounded): number {
  return ((current - minimum) / (maximum - minimum)) * 100;
}

/** Scroll bars with a range. */
async function scrollBarsOf({ accessibles, facts, signal }: Subject): Promise<readonly ScrollBar[]> {
  if (facts.childCount > maxParts) return [];
  const parts = await orElse(accessibles.children(facts.ref, signal), []);
  const bars = await Promise.all(parts.map((part) => barsIn(accessibles, part, signal)));
  return bars.flat().filter(({ range }) => range.maximum > range.minimum);
}

async function barsIn(accessibles: Accessibles, part: Ref, signal: AbortSignal): Promise<readonly ScrollBar[]> {
  const role = await orElse(accessibles.role(part, signal), 0);
  if (!wrappers.has(role)) return [];
  const own = role === scrollBar ? await readBar(accessibles, part, signal) : null;
  if (own) return [own];
  const inner = (await orElse(accessibles.children(part, signal), [])).slice(0, maxParts);
  const isBar = async (ref: Ref) =>
    role === scrollBar || (await orElse(accessibles.role(ref, signal), 0)) === scrollBar;
  const found = inner.map(async (ref) => ((await isBar(ref)) ? readBar(accessibles, ref, signal) : null));
  return (await Promise.all(found)).filter((bar) => bar !== null);
}

async function readBar(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<ScrollBar | null> {
  const [range, states, extents] = await Promise.all([
    orElse(readRange(accessibles, ref, signal), null),
    orElse(accessibles.states(ref, signal), noStates),
    orElse(accessibles.extents(ref, signal), null),
  ]);
  // Qt does not report the orientation of its scroll bars.
  const lies =
    hasBit(states, 'horizontal') || (!hasBit(states, 'vertical') && extents && extents.width > extents.height);
  return range && isBounded(range) ? { ref, axis: lies ? 'horizontal' : 'vertical', range } : null;
}

/** ATSPI_SCROLL_ANYWHERE */
const scrollAnywhere = 6;

/** @throws AppError `pattern_not_supported` if the app refuses */
export async function scrollIntoView({ accessibles, facts, signal }: Subject): Promise<void> {
  confirm(await accessibles.call(facts.ref, names.component, 'ScrollTo', signal, 'u', [scrollAnywhere]));
}

/** Java reports its smallest number for controls without steps. */
const noStep = Number.MIN_VALUE;

/** Minimum, maximum, current value and step of a Value. @throws DBusFailure if it has no current one */
export async function readRange(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<RangeFacts> {
  const read = async (name: string) => number(await accessibles.property(ref, names.value, name, signal));
  const [minimum, maximum, current, step] = await Promise.all([
    orElse(read('MinimumValue'), null),
    orElse(read('MaximumValue'), null),
    read('CurrentValue'),
    orElse(read('MinimumIncrement'), 0),
  ]);
  // Not stated by the page: findings/chromium-answers-zero-for-a-maximum-that-no-page-states.sh.
  const isMadeUp = maximum === 0 && (minimum === null || minimum > 0);
  return { minimum, maximum: isMadeUp ? null : maximum, current, step: step > noStep ? step : null };
}

/** The app does not confirm the value, so it is read back. */
export async function setRange(accessibles: Accessibles, ref: Ref, value: number, signal: AbortSignal): Promise<void> {
  const body = [names.value, 'CurrentValue', { signature: 'd', value }];
  await accessibles.call(ref, names.properties, 'Set', signal, 'ssv', body);
}
