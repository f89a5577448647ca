import { AppError } from '#contract/errors';
import { describeElement } from '#contract/model/elements/element';
import { nearestSentence, type NearElement, type NearMiss } from '#contract/model/elements/tried-selector';
import { shortSelector } from '#contract/model/elements/selector';
import type { WindowInfo } from '#contract/model/windows/window';
import type { LookContext } from '../../define-tool.ts';
import type { Vote } from './alike.ts';

/** Maximum number to list. */
const listed = 3;
/** How long the search for a cause may delay the error, in milliseconds. */
const lookMs = 2_000;

export interface Missed {
  readonly window: WindowInfo;
  readonly selector: string;
  /** Matches of alternatives that are too weak to be used. */
  readonly votes?: readonly Vote[];
}

/** The same error, with near misses of the selector and the mismatch of each. */
export async function withNearMisses(context: LookContext, error: AppError, missed: Missed): Promise<AppError> {
  const misses = await nearMisses(context, missed);
  if (misses.length === 0) return error;
  const near = misses.map(({ element, why }): NearElement => {
    const { id, bounds } = element;
    return { id, ref: context.session.refs.refOf(id), element: describeElement(element), why, bounds };
  });
  const { code, message, hint, delivery, data } = error;
  return new AppError(code, `${message} ${nearestSentence(misses)}`, {
    hint,
    data: { ...data, near },
    cause: error,
    ...(delivery && { delivery }),
  });
}

/** Empty if the app does not answer in time, since they are only a help. */
async function nearMisses({ engine, signal }: LookContext, missed: Missed): Promise<readonly NearMiss[]> {
  const { window, selector, votes = [] } = missed;
  const voted = votes.map(({ element, selector: by }) => ({
    element,
    why: `only ${shortSelector(by)} still matches it`,
  }));
  try {
    const call = { signal, timeoutMs: lookMs };
    const found = await engine.nearMisses({ window: window.id, selector, limit: listed }, call);
    return eachOnce([...found, ...voted]).slice(0, listed);
  } catch (error) {
    if (signal.aborted) throw error;
    return eachOnce(voted).slice(0, listed);
  }
}

function eachOnce(misses: readonly NearMiss[]): readonly NearMiss[] {
  const seen = new Set<string>();
  return misses.filter(({ element: { id } }) => !seen.has(id) && seen.add(id));
}
