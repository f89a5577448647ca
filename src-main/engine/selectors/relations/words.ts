import type { RawNode } from '../../backend.ts';
import { descend } from '../../tree/walk.ts';

/** The visible text of an element: its name, else its value. */
export function wordsOf(node: RawNode): string {
  return node.name.trim() || (node.states.includes('password') ? '' : (node.value?.trim() ?? ''));
}

/** The first text on an element or in it. */
export function firstWordsIn(node: RawNode): string {
  for (const one of descend(node)) {
    const words = wordsOf(one);
    if (words !== '') return words;
  }
  return '';
}

/** A label without punctuation that leads to its field: `Width` for `Width:` and `Width *`. */
export function plainLabel(text: string): string {
  return text.replace(/[\s:：*]+$/u, '').trim();
}
