import { AppError } from '#contract/errors';
import type { RangeFacts } from '#contract/model/element-facts';
import type { Pattern, PatternCall } from '#contract/model/pattern';
import { number, text, type Accessibles } from './accessibles.ts';
import { orElse, type NodeFacts } from './facts.ts';
import type { Frame } from './frames.ts';
import * as names from './names.ts';
import { sameRef, type Ref } from './ref.ts';
import { roleSet } from './roles.ts';
import { hasBit } from './states.ts';

/** Names of actions by what they do, best first. Toolkits agree on little more than the words. */
const actionsFor = {
  invoke: ['click', 'press', 'activate', 'jump', 'open', 'dodefault', 'do default'],
  toggle: ['toggle', 'check', 'uncheck', 'click', 'press', 'activate', 'switch'],
  select: ['select', 'switch', 'click', 'press', 'activate', 'dodefault'],
  expand: ['expand or contract', 'expand', 'press', 'activate', 'click', 'open', 'showmenu', 'dodefault', 'toggle'],
  collapse: [
    'expand or contract',
    'collapse',
    'press',
    'activate',
    'click',
    'close',
    'showmenu',
    'dodefault',
    'toggle',
  ],
} as const;

const toggles = roleSet('check box', 'toggle button', 'check menu item');
const selectable = roleSet(
  'radio button',
  'radio menu item',
  'page tab',
  'list item',
  'table row',
  'tree item',
  'icon',
);
const ranged = roleSet('slider', 'spin button', 'scroll bar', 'dial', 'rating');
const openable = roleSet('combo box', 'menu');

export interface PatternFacts {
  readonly patterns: readonly Pattern[];
  readonly actions: readonly string[];
  readonly range: RangeFacts | null;
}

/** What can be done to the element, as its interfaces, role and state say. */
export async function readPatterns(
  accessibles: Accessibles,
  frame: Frame,
  facts: NodeFacts,
  signal: AbortSignal,
): Promise<PatternFacts> {
  const [actions, range, inSelection] = await Promise.all([
    facts.interfaces.has('Action') ? orElse(readActions(accessibles, facts.ref, signal), []) : [],
    facts.interfaces.has('Value') ? orElse(readRange(accessibles, facts.ref, signal), null) : null,
    hasBit(facts.states, 'selectable') ? orElse(selectionOf(accessibles, facts.ref, signal), null) : null,
  ]);
  const isFrame = sameRef(facts.ref, frame.ref);
  const patterns = patternsOf(facts, actions, {
    isFrame,
    hasRange: range !== null,
    inSelection: inSelection !== null,
    scrollsTo: frame.toolkit.scrollsTo,
  });
  return { patterns, actions, range };
}

export function patternsOf(
  facts: Pick<NodeFacts, 'role' | 'states' | 'interfaces'>,
  actions: readonly string[],
  context: {
    readonly hasRange: boolean;
    readonly inSelection: boolean;
    readonly scrollsTo: boolean;
    readonly isFrame: boolean;
  },
): Pattern[] {
  const can = (kind: keyof typeof actionsFor) => chooseAction(actions, actionsFor[kind]) !== null;
  const { role, states, interfaces } = facts;
  const expandable = hasBit(states, 'expandable') || openable.has(role);
  const found: Partial<Record<Pattern, boolean>> = {
    invoke: can('invoke'),
    toggle: (toggles.has(role) || hasBit(states, 'checkable')) && !selectable.has(role) && can('toggle'),
    value: interfaces.has('EditableText') && hasBit(states, 'editable'),
    rangeValue: context.hasRange && ranged.has(role),
    text: interfaces.has('Text'),
    select: context.inSelection || (selectable.has(role) && can('select')),
    expand: expandable && can('expand'),
    scrollItem: context.scrollsTo && interfaces.has('Component'),
    window: context.isFrame,
    transform: context.isFrame,
  };
  return (Object.keys(found) as Pattern[]).filter((pattern) => found[pattern]);
}

/**
 * Does it, through the app and without mouse or keyboard.
 * @throws AppError `pattern_not_supported` where the app refuses
 */
export async function runPattern(
  accessibles: Accessibles,
  facts: NodeFacts,
  call: PatternCall,
  signal: AbortSignal,
): Promise<void> {
  const { ref } = facts;
  switch (call.pattern) {
    case 'invoke':
    case 'toggle':
      return act(accessibles, ref, actionsFor[call.pattern], signal);
    case 'value': {
      confirm(await accessibles.call(ref, names.editableText, 'SetTextContents', signal, 's', [call.value]));
      return;
    }
    case 'rangeValue':
      return setRange(accessibles, ref, call.value, signal);
    case 'select':
      return select(accessibles, ref, signal);
    case 'expand': {
      if (hasBit(facts.states, 'expanded') === call.expanded) return;
      return act(accessibles, ref, actionsFor[call.expanded ? 'expand' : 'collapse'], signal);
    }
    case 'scrollItem': {
      confirm(await accessibles.call(ref, names.component, 'ScrollTo', signal, 'u', [scrollAnywhere]));
      return;
    }
    case 'text':
    case 'selection':
    case 'scroll':
    case 'window':
    case 'transform':
      throw unsupported(`${call.pattern} cannot be run here.`);
  }
}

/** ATSPI_SCROLL_ANYWHERE */
const scrollAnywhere = 6;

/** Place of the first wanted name among the actions, ignoring case; null where none is there. */
export function chooseAction(actions: readonly string[], wanted: readonly string[]): number | null {
  const lower = actions.map((name) => name.toLowerCase());
  for (const name of wanted) {
    const index = lower.indexOf(name);
    if (index >= 0) return index;
  }
  return null;
}

async function readActions(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<readonly string[]> {
  const count = number(await accessibles.property(ref, names.action, 'NActions', signal));
  const indices = Array.from({ length: Math.max(0, Math.min(count, 50)) }, (_, index) => index);
  // One by one: GetActions answers names in the language of the desktop.
  return Promise.all(
    indices.map(async (index) => text(await accessibles.call(ref, names.action, 'GetName', signal, 'i', [index]))),
  );
}

async function readRange(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<RangeFacts> {
  const read = async (name: string) => number(await accessibles.property(ref, names.value, name, signal));
  const [minimum, maximum, current, step] = await Promise.all([
    read('MinimumValue'),
    read('MaximumValue'),
    read('CurrentValue'),
    orElse(read('MinimumIncrement'), 0),
  ]);
  return { minimum, maximum, current, step: step > 0 ? step : null };
}

async function act(accessibles: Accessibles, ref: Ref, wanted: readonly string[], signal: AbortSignal): Promise<void> {
  const index = chooseAction(await readActions(accessibles, ref, signal), wanted);
  if (index === null) throw unsupported('The element has no action for this.');
  confirm(await accessibles.call(ref, names.action, 'DoAction', signal, 'i', [index]));
}

async function setRange(accessibles: Accessibles, ref: Ref, value: number, signal: AbortSignal): Promise<void> {
  const body = [names.value, 'CurrentValue', { signature: 'd', value }];
  await accessibles.call(ref, names.properties, 'Set', signal, 'ssv', body);
}

/** Through the parent's selection where it keeps one, else by the element's own action. */
async function select(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<void> {
  const selection = await orElse(selectionOf(accessibles, ref, signal), null);
  if (selection) {
    const { container, index } = selection;
    const done = await orElse(accessibles.call(container, names.selection, 'SelectChild', signal, 'i', [index]), false);
    if (done === true) return;
  }
  await act(accessibles, ref, actionsFor.select, signal);
}

async function selectionOf(
  accessibles: Accessibles,
  ref: Ref,
  signal: AbortSignal,
): Promise<{ readonly container: Ref; readonly index: number } | null> {
  const container = await accessibles.parent(ref, signal);
  if (!container || !(await accessibles.interfaces(container, signal)).has('Selection')) return null;
  return { container, index: await accessibles.indexInParent(ref, signal) };
}

function confirm(answer: unknown): void {
  if (answer === false) throw unsupported('The app refused to do this to the element.');
}

function unsupported(message: string): AppError {
  return new AppError('pattern_not_supported', message, { delivery: 'not_delivered' });
}
