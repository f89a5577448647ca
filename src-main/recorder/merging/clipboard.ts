import type { Action, KeyChord } from '#contract/model/recordings/action';
import type { ElementDetails } from '#contract/model/elements/element';

const copying: ReadonlySet<KeyChord> = new Set(['ctrl+c', 'ctrl+x', 'ctrl+Insert', 'ctrl+shift+c']);

/** “Copy” and “Cut”, as menus and toolbars have them. */
const copyWords =
  /^_?(?:copy|cut|kopieren|ausschneiden|copier|couper|copiar|cortar|recortar|copia|taglia|kopiëren|knippen|kopiuj|wytnij)(?![\p{L}\p{N}])/iu;

/** Whether a key or a press puts something on the clipboard. @param element the pressed one, if known */
export function copies(action: Action, element: Pick<ElementDetails, 'controlType' | 'name'> | null): boolean {
  if (action.type === 'pressKeys') return copiesByKey(action.keys);
  const isChosen =
    action.type === 'click' && (element?.controlType === 'MenuItem' || element?.controlType === 'Button');
  return isChosen && copyWords.test(element.name);
}

export function copiesByKey(keys: KeyChord): boolean {
  return copying.has(keys);
}
