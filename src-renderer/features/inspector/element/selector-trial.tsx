import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import type { Vocabulary } from '../../../ui/selector/completions.ts';
import { useTrial } from '../../../ui/selector/use-trial.ts';
import { Workbench } from '../../../ui/selector/workbench.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import type { Entries } from '../store/entries.ts';

/** Tries a selector on the window that is inspected: its matches are numbered in the picture, the tree and on the desktop. */
export function SelectorTrial(): ReactNode {
  const text = useInspector((state) => state.trialText);
  const entries = useInspector((state) => state.entries);
  const { setTrialText, trySelector, endTrial, reveal, copy } = useInspectorApi().getState();
  const run = useCallback((selector: string) => trySelector(selector), [trySelector]);
  const trial = useTrial(text, run);
  const words = useMemo(() => wordsIn(entries), [entries]);
  const isEmpty = text.trim() === '';
  useEffect(() => (isEmpty ? endTrial() : undefined), [isEmpty, endTrial]);
  useEffect(() => endTrial, [endTrial]);
  return (
    <Workbench
      text={text}
      onText={setTrialText}
      words={words}
      trial={trial}
      onElement={({ id }) => void reveal(id)}
      actions={<CopyButton what="tried selector" onCopy={() => void copy(text.trim())} />}
    />
  );
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
