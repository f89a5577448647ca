import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import type { Survival } from '#contract/model/survival';
import type { TriedSelector } from '#contract/model/tried-selector';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import type { Vocabulary } from '../../../ui/selector/completions.ts';
import { survivalOf, useSurvival } from '../../../ui/selector/use-survival.ts';
import { useTrial } from '../../../ui/selector/use-trial.ts';
import { Workbench } from '../../../ui/selector/workbench.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import { survivalQueryOf } from './survival-query.ts';
import type { Entries } from '../store/entries.ts';

/** Tries a selector on the window that is inspected: its matches are numbered in the picture, the tree and on the desktop. */
export function SelectorTrial(): ReactNode {
  const text = useInspector((state) => state.trialText);
  const entries = useInspector((state) => state.entries);
  const { setTrialText, trySelector, endTrial, reveal, copy } = useInspectorApi().getState();
  const run = useCallback((selector: string) => trySelector(selector), [trySelector]);
  const trial = useTrial(text, run);
  const words = useMemo(() => wordsIn(entries), [entries]);
  const line = text.trim();
  const survived = useTriedSurvival(line, trial.found);
  const isEmpty = line === '';
  useEffect(() => (isEmpty ? endTrial() : undefined), [isEmpty, endTrial]);
  useEffect(() => endTrial, [endTrial]);
  return (
    <Workbench
      text={text}
      onText={setTrialText}
      words={words}
      trial={trial}
      survival={survivalOf(survived, line)}
      onElement={({ id }) => void reveal(id)}
      actions={<CopyButton what="tried selector" onCopy={() => void copy(line)} />}
    />
  );
}

/** Of a selector of the chosen element; what finds another one now says nothing about it. */
function useTriedSurvival(line: string, found: TriedSelector | null): Survival | null {
  const { survival } = useInspectorApi().getState();
  const window = useInspector((state) => state.window);
  const details = useInspector((state) => state.details);
  const selectors = useInspector((state) => state.selectors);
  const isOfIt = found?.total === 1 && found.matches[0]?.id === details?.id;
  return useSurvival(isOfIt ? survivalQueryOf({ window, details, selectors }, [line]) : null, survival);
}

function wordsIn(entries: Entries): Vocabulary {
  const nodes = [...entries.values()].map(({ node }) => node);
  const each = (words: readonly string[]) => [...new Set(words)].filter((word) => word !== '');
  return {
    roles: each(nodes.map(({ controlType }) => controlType)).sort(),
    names: each(nodes.map(({ name }) => name)),
    ids: each(nodes.map(({ automationId }) => automationId)),
  };
}
