import { performance } from 'node:perf_hooks';
import { AppError } from '#contract/errors';
import type { Caller } from '#contract/model/tools/tool-call';

export interface CallRates {
  /** Also the size of a burst after a pause. */
  readonly callsPerSecond: number;
  readonly callsAtOnce: number;
}

/** Rate limits of an agent, by the name it gives itself; people and their recordings are not counted. */
export interface CallLimits {
  /** Returns a function that ends the call. @throws AppError `rate_limited` */
  enter(caller: Caller): () => void;
}

interface Count {
  underWay: number;
  /** Calls left in the bucket; refills over time. */
  left: number;
  /** Milliseconds of `performance.now()`. */
  at: number;
}

/** Maximum number of names to remember; an agent that invents new ones is still under the transports' own limit. */
const maxNames = 1_000;

export function createCallLimits(rates: () => CallRates, now: () => number = () => performance.now()): CallLimits {
  const counts = new Map<string, Count>();
  const countOf = (name: string, { callsPerSecond }: CallRates): Count => {
    const known = counts.get(name) ?? { underWay: 0, left: callsPerSecond, at: now() };
    const grown = known.left + ((now() - known.at) / 1_000) * callsPerSecond;
    known.left = Math.min(callsPerSecond, grown);
    known.at = now();
    counts.delete(name);
    counts.set(name, known);
    for (const [other, { underWay }] of counts) {
      if (counts.size <= maxNames) break;
      if (underWay === 0) counts.delete(other);
    }
    return known;
  };
  return {
    enter({ kind, name }) {
      if (kind !== 'agent') return () => undefined;
      const allowed = rates();
      const count = countOf(name, allowed);
      if (count.underWay >= allowed.callsAtOnce) {
        throw limited(`${name} has ${count.underWay} calls under way, and may have ${allowed.callsAtOnce}.`);
      }
      if (count.left < 1) throw limited(`${name} may call ${allowed.callsPerSecond} times a second.`);
      count.left--;
      count.underWay++;
      return () => {
        count.underWay--;
      };
    },
  };
}

function limited(message: string): AppError {
  return new AppError('rate_limited', message, { delivery: 'not_delivered' });
}
