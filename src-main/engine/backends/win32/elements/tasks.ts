import type { Point } from '#contract/model/geometry';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { WindowInfo } from '#contract/model/windows/window';
import { monotonicMs } from '../../../../base/async/monotonic.ts';
import type { ChildRange, ExactWords, RawDetails, RawNode, ViewRange, Word } from '../../../backend.ts';
import { wholeTree } from '../../../tree/walk.ts';
import type { IsCancelled } from '../thread/serve-tasks.ts';
import { requireAnswer } from '../native/answering.ts';
import { parseWindowId } from '../native/window.ts';
import type { ElementStrategy, PartBudget, PartStrategy, WalkBudget } from './strategy.ts';

interface OfWindow {
  readonly window: WindowInfo;
}
interface OfElement extends OfWindow {
  readonly runtimeId: string;
}

/**
 * The tasks that `provider.ts` sends to the blocking thread, by name.
 * @param choose the strategy for this Windows; called once, on the first query
 */
export function elementTasks(choose: () => ElementStrategy) {
  let chosen: ElementStrategy | null = null;
  const strategy = () => (chosen ??= choose());
  /** @throws Win32Failure if the window does not answer, or is gone */
  const strategyFor = (window: WindowInfo) => {
    requireAnswer(parseWindowId(window.id));
    return strategy();
  };
  const partsFor = (window: WindowInfo): PartStrategy => {
    const { parts, ...whole } = strategyFor(window);
    return parts ?? partsOfWholes(whole);
  };
  /** Null if that element was not read on this thread. */
  const ifKnown = <T>({ window, runtimeId }: OfElement, read: (chosen: ElementStrategy) => T): T | null => {
    const chosen = strategyFor(window);
    return !chosen.parts || chosen.parts.knows(window, runtimeId) ? read(chosen) : null;
  };
  return {
    'elements.strategy': () => strategy().name,
    'elements.walk': (
      input: OfWindow & Urgent & { readonly from: string | null } & Omit<WalkBudget, 'cancelled'>,
      cancelled: IsCancelled,
    ) => {
      const budget = { ...input, cancelled: givingWay(input, cancelled) };
      return strategyFor(input.window).walk(input.window, input.from, budget);
    },
    'elements.matching': ({
      window,
      from,
      words,
    }: OfWindow & { readonly from: string | null; readonly words: ExactWords }) =>
      strategyFor(window).matching?.(window, from, words) ?? null,
    'elements.countInOneAnswer': ({ window }: OfWindow) => strategyFor(window).countInOneAnswer?.(window) ?? null,
    'elements.children': ({ window, runtimeId, range }: OfElement & { readonly range: ChildRange }) =>
      strategyFor(window).children(window, runtimeId, range),
    'elements.childrenIn': ({ window, runtimeId, range }: OfElement & { readonly range: ViewRange }) =>
      strategyFor(window).childrenIn?.(window, runtimeId, range) ?? null,
    'elements.ancestors': ({ window, runtimeId }: OfElement) => strategyFor(window).ancestors(window, runtimeId),
    'elements.details': ({ window, runtimeId }: OfElement) => strategyFor(window).details(window, runtimeId),
    'elements.detailsIfKnown': (asked: OfElement): RawDetails | null =>
      ifKnown(asked, (chosen) => chosen.details(asked.window, asked.runtimeId)),
    'elements.ancestorsIfKnown': (asked: OfElement): readonly RawNode[] | null =>
      ifKnown(asked, (chosen) => chosen.ancestors(asked.window, asked.runtimeId)),
    'elements.path': ({ window, of }: OfWindow & { readonly of: Point | 'focus' }) => partsFor(window).path(window, of),
    'elements.partDetails': ({ window, runtimeId }: OfElement) => partsFor(window).details(window, runtimeId),
    'elements.partDetailsIfKnown': (asked: OfElement): RawDetails | null =>
      ifKnown(asked, () => partsFor(asked.window).details(asked.window, asked.runtimeId)),
    'elements.around': (
      {
        window,
        at,
        maxNodes,
        urgent,
      }: OfWindow & Urgent & { readonly at: Point | null } & Omit<PartBudget, 'cancelled'>,
      cancelled: IsCancelled,
    ) => partsFor(window).around(window, at, { maxNodes, cancelled: givingWay({ urgent }, cancelled) }),
    'elements.isOnly': ({
      window,
      from,
      node,
      words,
    }: OfWindow & { readonly from: string | null; readonly node: RawNode; readonly words: readonly Word[] }) =>
      partsFor(window).isOnly(window, from, node, words),
    'elements.indicesIfKnown': (asked: OfElement): readonly number[] | null =>
      ifKnown(asked, () => partsFor(asked.window).indices(asked.window, asked.runtimeId)),
    'elements.hitTest': ({ window, at }: OfWindow & { readonly at: Point }) => strategyFor(window).hitTest(window, at),
    'elements.focused': ({ window }: OfWindow) => strategyFor(window).focused(window),
    'elements.focus': ({ window, runtimeId }: OfElement) => strategyFor(window).focus(window, runtimeId),
    'elements.run': ({ window, runtimeId, call }: OfElement & { readonly call: PatternCall }) =>
      strategyFor(window).run(window, runtimeId, call),
    'elements.cell': ({
      window,
      runtimeId,
      row,
      column,
    }: OfElement & { readonly row: number; readonly column: number }) =>
      strategyFor(window).cell(window, runtimeId, row, column),
  } as const;
}

interface Urgent {
  /** Shared: element 0 is the number of queries pending on the interactive thread. */
  readonly urgent: Int32Array;
}

/** Time that a read yields to other queries, in milliseconds. */
const mostGivenMs = 3_000;
/** Interval for checking meanwhile whether it was cancelled, in milliseconds. */
const lookMs = 50;

/** An app answers one query at a time, so a continuous read would delay each of the others. */
function givingWay({ urgent }: Urgent, cancelled: IsCancelled): IsCancelled {
  let leftMs = mostGivenMs;
  return () => {
    for (
      let count = Atomics.load(urgent, 0);
      count > 0 && leftMs > 0 && !cancelled();
      count = Atomics.load(urgent, 0)
    ) {
      const begun = monotonicMs();
      Atomics.wait(urgent, 0, count, Math.min(leftMs, lookMs));
      leftMs -= monotonicMs() - begun;
    }
    return cancelled();
  };
}

export type ElementTask = keyof ReturnType<typeof elementTasks>;

/** Windows whose elements are always queried one by one: a part of them is the whole. */
function partsOfWholes(strategy: Omit<ElementStrategy, 'parts'>): PartStrategy {
  return {
    knows: () => true,
    path(window, of) {
      const id = of === 'focus' ? strategy.focused(window) : strategy.hitTest(window, of);
      return id === null ? [] : [...strategy.ancestors(window, id), rowIn(strategy.details(window, id))];
    },
    details: (window, runtimeId) => strategy.details(window, runtimeId),
    around: (window, _at, { cancelled }) => strategy.walk(window, null, { ...wholeTree, cancelled }),
    isOnly: () => true,
    indices: () => null,
  };
}

function rowIn(details: RawNode): RawNode {
  const { runtimeId, controlType, role, name, automationId, description, value, states, bounds, childCount } = details;
  return { runtimeId, controlType, role, name, automationId, description, value, states, bounds, childCount };
}
