import { expect, it } from 'vitest';
import { scoreWords } from './word-score.ts';

const list = { text: 'Open recent, open all', bounds: { x: 0, y: 0, width: 200, height: 100 } };
const entry = { text: 'all', bounds: { x: 10, y: 60, width: 50, height: 20 } };
const at = (text: string, x: number, y: number) => ({ text, bounds: { x, y, width: 20, height: 10 } });

it('counts words where they stand, each as often as it occurs', () => {
  const read = [at('Open', 10, 10), at('recent,', 40, 10), at('Open', 80, 10), at('all', 20, 62), at('all', 300, 62)];
  expect(scoreWords([list, entry], read)).toEqual({ known: 5, read: 4, right: 3 });
});

it('ignores words read elsewhere, and punctuation', () => {
  expect(scoreWords([entry], [at('all', 10, 10), at('»', 20, 62)])).toEqual({ known: 1, read: 0, right: 0 });
});

it('counts misread words', () => {
  expect(scoreWords([entry], [at('aII', 20, 62)])).toEqual({ known: 1, read: 1, right: 0 });
});
