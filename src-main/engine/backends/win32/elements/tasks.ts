import type { Point } from '#contract/model/geometry';
import type { PatternCall } from '#contract/model/pattern';
import type { WindowInfo } from '#contract/model/window';
import type { ChildRange, ExactWords } from '../../../backend.ts';
import type { IsCancelled } from '../thread/serve-tasks.ts';
import type { RungBudget } from './rung.ts';
import { bestWay, rungFor } from './strategy.ts';

interface OfWindow {
  readonly window: WindowInfo;
}
interface OfElement extends OfWindow {
  readonly runtimeId: string;
}

/** What `provider.ts` asks of the blocking thread, by name. */
export const elementTasks = {
  'elements.way': () => bestWay().name,
  'elements.walk': (
    input: OfWindow & { readonly from: string | null } & Omit<RungBudget, 'cancelled'>,
    cancelled: IsCancelled,
  ) => rungFor(input.window).walk(input.window, input.from, { ...input, cancelled }),
  'elements.matching': ({
    window,
    from,
    words,
  }: OfWindow & { readonly from: string | null; readonly words: ExactWords }) =>
    rungFor(window).matching?.(window, from, words) ?? null,
  'elements.children': ({ window, runtimeId, range }: OfElement & { readonly range: ChildRange }) =>
    rungFor(window).children(window, runtimeId, range),
  'elements.ancestors': ({ window, runtimeId }: OfElement) => rungFor(window).ancestors(window, runtimeId),
  'elements.details': ({ window, runtimeId }: OfElement) => rungFor(window).details(window, runtimeId),
  'elements.hitTest': ({ window, at }: OfWindow & { readonly at: Point }) => rungFor(window).hitTest(window, at),
  'elements.focused': ({ window }: OfWindow) => rungFor(window).focused(window),
  'elements.focus': ({ window, runtimeId }: OfElement) => rungFor(window).focus(window, runtimeId),
  'elements.run': ({ window, runtimeId, call }: OfElement & { readonly call: PatternCall }) =>
    rungFor(window).run(window, runtimeId, call),
  'elements.cell': ({
    window,
    runtimeId,
    row,
    column,
  }: OfElement & { readonly row: number; readonly column: number }) =>
    rungFor(window).cell(window, runtimeId, row, column),
} as const;

export type ElementTask = keyof typeof elementTasks;
