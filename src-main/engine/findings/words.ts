import { center, contains, type Point } from '#contract/model/geometry';
import type { OcrResult } from '#contract/model/ocr';
import type { Entry, Scene } from './scene.ts';

/** What is read wrongly is mostly short, or doubted. */
const surest = 85;
const isWord = (text: string) => /^\p{L}{4,}$/u.test(text);

/** The words that were read, by the innermost element that each is on. */
export function wordsIn({ lines }: OcrResult, { root }: Scene): (entry: Entry) => readonly string[] {
  const found = new Map<Entry, string[]>();
  for (const { text, bounds, confidence } of lines.flatMap(({ words }) => words)) {
    const word = text.replaceAll(/^\P{L}+|\P{L}+$/gu, '');
    if ((confidence ?? 100) < surest || !isWord(word)) continue;
    const entry = innermost(root, center(bounds));
    found.set(entry, [...(found.get(entry) ?? []), word]);
  }
  return (entry) => found.get(entry) ?? [];
}

function innermost(entry: Entry, at: Point): Entry {
  const inside = entry.children.find(({ seen, node }) => seen && node.bounds !== null && contains(node.bounds, at));
  return inside ? innermost(inside, at) : entry;
}
