import { useEffect, useState } from 'react';
import type { SelectorSurvival, Survival, SurvivalQuery } from '#contract/model/survival';

/** Of typing, in milliseconds. */
const restMs = 250;

/**
 * What becomes of selectors in kept trees; null before it is known, and where there is nothing to ask.
 * @param run stays the same between renderings
 * @param since asks again whenever it is another: there may be new trees
 */
export function useSurvival(
  query: SurvivalQuery | null,
  run: (query: SurvivalQuery) => Promise<Survival>,
  since?: string,
): Survival | null {
  const [known, setKnown] = useState<{ readonly asked: string; readonly survival: Survival } | null>(null);
  const asked = query && JSON.stringify(query);
  useEffect(() => {
    if (asked === null) return undefined;
    let stale = false;
    const timer = setTimeout(() => {
      void run(JSON.parse(asked) as SurvivalQuery).then(
        (survival) => {
          if (!stale) setKnown({ asked, survival });
        },
        // It says more about a selector, which does without.
        () => undefined,
      );
    }, restMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [asked, run, since]);
  return known?.asked === asked ? known.survival : null;
}

export function survivalOf(survival: Survival | null, selector: string): SelectorSurvival | null {
  return survival?.selectors.find((one) => one.selector === selector) ?? null;
}
