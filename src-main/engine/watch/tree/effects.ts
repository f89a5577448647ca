import { performance } from 'node:perf_hooks';
import type { InputEvent } from '#contract/model/engine';
import type { Expectation } from '#contract/model/recordings/expectation';
import { isParagraph } from '#contract/model/elements/element-facts';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../../backend.ts';
import { isPart } from '../../tree/part.ts';
import { descend } from '../../tree/walk.ts';
import { changesBetween, ownChanges, type Acted, type DesktopState } from './changes.ts';
import { noHovering, type Hovering } from '../pointer/hovers.ts';
import type { Found } from '../found.ts';
import type { LiveView } from './earlier-views.ts';

/** Changes this long after the last input are the app's own, in milliseconds. */
const quietMs = 5_000;
/** An element that changes this often after one input changes continuously. */
const restlessChanges = 3;
/**
 * Delay before an app is queried for the state of the target: all that is known of a step whose app does not settle before the
 * next one. Milliseconds.
 */
const ownLookMs = 300;
/** Number of windows whose trees are kept for comparison, the latest first. */
const keptTrees = 8;

interface Input {
  readonly at: number;
  readonly found: Promise<Found>;
  /** By a key meant for the focused element. */
  readonly byKey?: boolean;
  /** By a key meant for the window. */
  readonly byShortcut?: boolean;
  /** By a key that types. */
  readonly byTyping?: boolean;
  /** By a key that types or deletes. */
  readonly isText?: boolean;
}

interface OwnChange {
  readonly reported: Extract<InputEvent, { readonly type: 'effects' }>;
  /** When it was read, by the input clock. */
  readonly readAt: number;
}

/** What the comparison needs besides the readings. */
export interface EffectSources {
  readonly isOwn: (window: WindowInfo) => boolean;
  /** The current state of an element; null if its app does not report it. Never throws. */
  readonly read: (window: WindowInfo, runtimeId: string) => Promise<RawNode | null>;
  /** The same, once its app has processed the keys so far. Never throws. */
  readonly readTyped: (window: WindowInfo, runtimeId: string) => Promise<RawNode | null>;
  /** Removes uncertain results for a partly read window. Never throws. */
  readonly confirm: (
    window: WindowInfo,
    roots: Roots,
    expected: readonly Expectation[],
  ) => Promise<readonly Expectation[]>;
}

/** A window before and after; undefined if it was not read. */
export interface Roots {
  readonly before: RawNode | undefined;
  readonly after: RawNode | undefined;
}

/** Compares the desktop before and after user input. Several inputs before it settles count as one. */
export class EffectWatch {
  readonly #isOwn: EffectSources['isOwn'];
  readonly #read: EffectSources['read'];
  readonly #readTyped: EffectSources['readTyped'];
  readonly #confirm: EffectSources['confirm'];
  #ownLook: NodeJS.Timeout | undefined;
  /** The state of the last input's target, until more is known. */
  #own: OwnChange | null = null;
  #before: DesktopState | null = null;
  /** Inputs since. */
  #inputs: readonly Input[] = [];
  #roots: ReadonlyMap<WindowId, RawNode> = new Map();
  readonly #restless = new Restless();
  readonly #secret = new Set<WindowId>();
  /** Elements visible only while the pointer rests somewhere, by role and name. */
  readonly #hovering = new Set<string>();

  constructor({ isOwn, read, readTyped, confirm }: EffectSources) {
    this.#isOwn = isOwn;
    this.#read = read;
    this.#readTyped = readTyped;
    this.#confirm = confirm;
  }

  /**
   * Input goes to the element that `found` resolves to. Returns the changes by the previous input, which is reported first.
   * @param view the desktop before it
   * @param hovering pointer rests since the previous input
   */
  next(view: LiveView, input: Input, hovering?: Promise<Hovering>): Promise<readonly InputEvent[]> {
    // Input is received late on a busy machine: later readings may already show its effect.
    if (this.#own && this.#own.readAt > input.at) this.#own = null;
    const effects = input.isText ? this.#changesUntil(view, hovering) : this.until(view, hovering);
    this.#inputs = [...this.#inputs, input];
    this.#restless.disturb();
    clearTimeout(this.#ownLook);
    this.#ownLook = setTimeout(() => void this.#lookAtOwn(input), ownLookMs);
    return effects;
  }

  /** The changes by input so far, once typing has ended. @param view the current desktop */
  async until(view: LiveView, hovering?: Promise<Hovering>): Promise<readonly InputEvent[]> {
    const last = this.#inputs.at(-1);
    const [typed, changed] = await Promise.all([
      last?.isText ? this.#textTyped(last) : [],
      this.#changesUntil(view, hovering),
    ]);
    return [...typed, ...changed];
  }

  /** The same; what changes from then until the next input is by none, as while an input method composes. */
  finish(view: LiveView): Promise<readonly InputEvent[]> {
    const changes = this.until(view);
    this.#inputs = [];
    return changes;
  }

  /** The text of the edited paragraph. Fields are read while they are edited. */
  async #textTyped({ at, found }: Input): Promise<readonly InputEvent[]> {
    const { window, node, own } = await found;
    if (!window || !node || own || !isParagraph(node)) return [];
    const now = await this.#readTyped(window, node.runtimeId);
    const text = now?.value ?? now?.name ?? '';
    return text === '' ? [] : [{ type: 'effects', at, window, expected: [{ type: 'text', text }] }];
  }

  #changesUntil(
    view: LiveView,
    hovering: Promise<Hovering> = Promise.resolve(noHovering),
  ): Promise<readonly InputEvent[]> {
    const own = this.#own;
    this.#own = null;
    const alone = own ? [own.reported] : [];
    if (!view.fresh) return Promise.resolve(alone);
    const [before, after, inputs] = [this.#before, this.#desktopStateOf(view), this.#inputs];
    this.#before = after;
    this.#inputs = [];
    if (!before || inputs.length === 0) return Promise.resolve(alone);
    const doubts = { volatile: this.#restless.elements, secret: this.#secret };
    const known = this.#roots;
    return effectsOf(inputs, async (acted) => {
      const early = await this.#beforeHovers(hovering);
      const then = early ? desktopStateOf(early, known, this.#isOwn) : after;
      const expected = changesBetween(before, then, acted, doubts)?.filter((one) => !this.#isByPointer(one)) ?? null;
      const { active } = then;
      if (!expected || !active) return expected;
      const roots = { before: before.roots.get(active.id), after: then.roots.get(active.id) };
      return this.#confirm(active, roots, expected);
    });
  }

  async #beforeHovers(hovering: Promise<Hovering>): Promise<LiveView | null> {
    const { hovers, before } = await hovering;
    for (const node of hovers.flatMap(({ opened }) => opened.flatMap((one) => [...descend(one)])))
      this.#hovering.add(sayingOf(node));
    return before;
  }

  #isByPointer(expected: Expectation): boolean {
    return (expected.type === 'shows' || expected.type === 'gone') && this.#hovering.has(sayingOf(expected.element));
  }

  /** Another program acts: later changes are not the user's. */
  forget(): void {
    this.#before = null;
    this.#inputs = [];
    this.dispose();
  }

  dispose(): void {
    clearTimeout(this.#ownLook);
    this.#own = null;
  }

  /** Called after each reading of the desktop. */
  looked(view: LiveView): void {
    const { active, root } = view;
    if (!active || !root || this.#isOwn(active)) return;
    this.#restless.looked(active.id, root);
    if (isPart(root) || hasPassword(root)) this.#secret.add(active.id);
  }

  async #lookAtOwn(input: Input): Promise<void> {
    const { window, node, own } = await input.found;
    if (!window || !node || own) return;
    const now = await this.#read(window, node.runtimeId);
    const expected = now ? ownChanges(node, now) : [];
    if (expected.length === 0 || this.#inputs.at(-1) !== input) return;
    const reported = { type: 'effects', at: input.at, window, expected } as const;
    this.#own = { reported, readAt: performance.now() };
  }

  #desktopStateOf(view: LiveView): DesktopState {
    const state = desktopStateOf(view, this.#roots, this.#isOwn);
    this.#roots = state.roots;
    return state;
  }
}

function desktopStateOf(
  { stack, active, root }: LiveView,
  known: DesktopState['roots'],
  isOwn: (window: WindowInfo) => boolean,
): DesktopState {
  const theirs = active && !isOwn(active) ? active : null;
  const others = [...known].filter(([id]) => id !== theirs?.id);
  const roots = theirs && root ? new Map([...others.slice(1 - keptTrees), [theirs.id, root] as const]) : known;
  return { windows: stack.filter((window) => !isOwn(window)), active: theirs, roots };
}

/** Elements that change without input, such as clocks. */
class Restless {
  readonly elements = new Set<string>();
  #last: { readonly window: WindowId; readonly root: RawNode } | null = null;
  #counts = new Map<string, number>();
  #disturbedAt = performance.now();

  disturb(): void {
    this.#disturbedAt = performance.now();
    this.#counts.clear();
  }

  looked(window: WindowId, root: RawNode): void {
    const last = this.#last;
    this.#last = { window, root };
    if (last?.window !== window || last.root === root) return;
    const isQuiet = performance.now() - this.#disturbedAt > quietMs;
    const known = new Map([...descend(last.root)].map((node) => [node.runtimeId, node]));
    for (const { runtimeId, value, name } of descend(root)) {
      const old = known.get(runtimeId);
      if (!old || (old.value === value && old.name === name)) continue;
      const count = (this.#counts.get(runtimeId) ?? 0) + 1;
      this.#counts.set(runtimeId, count);
      if (isQuiet || count >= restlessChanges) this.elements.add(runtimeId);
    }
  }
}

async function effectsOf(
  inputs: readonly Input[],
  changes: (acted: Acted) => Promise<readonly Expectation[] | null>,
): Promise<readonly InputEvent[]> {
  const found = await Promise.all(inputs.map((input) => input.found));
  const [last, input] = [found.at(-1), inputs.at(-1)];
  if (!last?.window || last.own || !input) return [];
  const { at, byKey = false, byTyping = false, byShortcut = false } = input;
  const runtimeId = last.node?.runtimeId ?? null;
  const expected = await changes({ window: last.window, runtimeId, byKey, byTyping, byShortcut });
  if (!expected) return [];
  // What opened between them may have been there before the last of them.
  const isOne = found.every(({ window }) => window?.id === last.window?.id);
  const certain = isOne ? expected : expected.filter(({ type }) => type !== 'windowOpens');
  return [{ type: 'effects', at, window: last.window, expected: certain }];
}

function sayingOf({ controlType, name }: Pick<RawNode, 'controlType' | 'name'>): string {
  return `${controlType} ${name}`;
}

function hasPassword(root: RawNode): boolean {
  for (const { states } of descend(root)) if (states.includes('password')) return true;
  return false;
}
