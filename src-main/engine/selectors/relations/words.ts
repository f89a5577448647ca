import type { RawNode } from '../../backend.ts';
import { descend } from '../../tree/walk.ts';

/** What a person reads on an element: its name, else its value. */
export function wordsOf(node: RawNode): string {
  return node.name.trim() || (node.states.includes('password') ? '' : (node.value?.trim() ?? ''));
}

/** The first words on an element or in it. */
export function firstWordsIn(node: RawNode): string {
  for (const one of descend(node)) {
    const words = wordsOf(one);
    if (words !== '') return words;
  }
  return '';
}

/** A label without what only leads over to its field: `Width` of `Width:` and of `Width *`. */
export function plainLabel(text: string): string {
  return text.replace(/[\s:：*]+$/u, '').trim();
}
