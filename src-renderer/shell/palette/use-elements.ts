import { useEffect, useState } from 'react';
import type { ElementNode } from '#contract/model/elements/element';
import type { AppModel } from '../app-model.ts';

/** Each key would ask the app. */
const restMs = 150;
const limit = 30;
/** Fewer letters are in almost every element. */
const leastLetters = 2;

const none: readonly ElementNode[] = [];

/** Elements of the inspected window with what was typed, also those that the tree has not read yet; they come a moment later. */
export function useElements({ inspector, services }: AppModel, typed: string): readonly ElementNode[] {
  const [found, setFound] = useState<{ readonly text: string; readonly nodes: readonly ElementNode[] } | null>(null);
  const text = typed.trim();
  useEffect(() => {
    const { window, closedAt } = inspector.getState();
    if (window === null || closedAt !== null || text.length < leastLetters) return undefined;
    let current = true;
    const search = async () => {
      // An app that does not answer has no elements to offer here; the tree says why.
      const result = await services.client['tree.search']({ window: window.id, text, limit }).catch(() => null);
      if (current && result) setFound({ text, nodes: result.matches });
    };
    const rest = setTimeout(() => void search(), restMs);
    return () => {
      current = false;
      clearTimeout(rest);
    };
  }, [inspector, services, text]);
  return found?.text === text ? found.nodes : none;
}
