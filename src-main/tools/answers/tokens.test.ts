import { expect, it } from 'vitest';
import { tokensIn } from './tokens.ts';

/**
 * Random characters, and the maximum tokens of 2,000 of them by the tokenizers of GPT-4, GPT-4o, Llama 3 or Claude 2 (the
 * packages that `tokens.ts` names).
 */
const measured: readonly (readonly [what: string, ranges: readonly (readonly [number, number])[], tokens: number])[] = [
  ['letters', [[97, 122]], 1089],
  ['capitals', [[65, 90]], 1198],
  [
    'both cases',
    [
      [65, 90],
      [97, 122],
    ],
    1335,
  ],
  [
    'letters and digits',
    [
      [48, 57],
      [65, 90],
      [97, 122],
    ],
    1418,
  ],
  ['digits', [[48, 57]], 853],
  [
    'marks',
    [
      [33, 47],
      [58, 64],
      [91, 96],
      [123, 126],
    ],
    1334,
  ],
  ['all of ASCII', [[32, 126]], 1587],
  ['accents', [[0xa1, 0x17f]], 3179],
  ['Arabic', [[0x621, 0x64a]], 2819],
  ['Thai', [[0xe01, 0xe3a]], 3915],
  ['kana', [[0x3041, 0x30ff]], 3157],
  ['Chinese', [[0x4e00, 0x9fa0]], 4692],
  ['Korean', [[0xac00, 0xd7a3]], 5179],
  ['Ethiopic', [[0x1200, 0x135a]], 5978],
  ['emoji', [[0x1f300, 0x1f6ff]], 5710],
  ['rare Chinese', [[0x20000, 0x2a6d6]], 7941],
  ['quotes and dashes', [[0x2010, 0x2027]], 2810],
];

/** The same 2,000 characters every time. */
function atRandom(ranges: readonly (readonly [number, number])[]): string {
  const all = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
  let state = 12_345;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return Array.from({ length: 2_000 }, () => String.fromCodePoint(all[Math.floor(next() * all.length)]!)).join('');
}

it.each(measured)('never underestimates a text: %s', (_, ranges, tokens) => {
  expect(tokensIn(atRandom(ranges))).toBeGreaterThanOrEqual(tokens);
});

it('overestimates typical answers at most twofold', () => {
  const lines = Array.from({ length: 100 }, (_, at) => {
    return `  [e${at + 100}] Button “Save as copy ${at}” #save_button_${at} (${480 + at},${330 + at * 7} 80×28) disabled`;
  });
  // Measured: 2,903 tokens.
  expect(tokensIn(lines.join('\n'))).toBeLessThan(2 * 2_903);
  expect(tokensIn('')).toBe(0);
});
