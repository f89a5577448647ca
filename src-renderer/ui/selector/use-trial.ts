import { useEffect, useState } from 'react';
import type { TriedSelector } from '#contract/model/elements/tried-selector';

export interface Trial {
  readonly found: TriedSelector | null;
  readonly error: unknown;
  readonly busy: boolean;
}

const nothing: Trial = { found: null, error: null, busy: false };
/** Pause after typing, in milliseconds. */
const restMs = 250;

/** Tries a selector after a pause in typing. @param run must be stable across renders */
export function useTrial(text: string, run: (selector: string) => Promise<TriedSelector>): Trial {
  const [trial, setTrial] = useState(nothing);
  useEffect(() => {
    let stale = false;
    const selector = text.trim();
    const set = (next: Trial) => {
      if (!stale) setTrial(next);
    };
    const timer = setTimeout(() => {
      if (selector === '') {
        set(nothing);
        return;
      }
      setTrial((before) => ({ ...before, busy: true }));
      void run(selector).then(
        (found) => set({ found, error: null, busy: false }),
        (error: unknown) => set({ found: null, error, busy: false }),
      );
    }, restMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [text, run]);
  return trial;
}
