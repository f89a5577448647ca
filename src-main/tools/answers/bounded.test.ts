import { describe, expect, it } from 'vitest';
import { boundedForeign, harmlessForeign, boundedStructure, boundedText } from './bounded.ts';
import { mostTokens } from './room.ts';
import { tokensIn } from './tokens.ts';

const costOf = (value: unknown) => tokensIn(JSON.stringify(value));
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));

describe('a text that exceeds the limit', () => {
  it('ends at a line, reports how much is missing and how to get it, and keeps its required end', () => {
    const text = many(5_000, (at) => `Line ${at} of many.`).join('\n');
    const bounded = boundedText(text, 'The note.');
    expect(tokensIn(bounded)).toBeLessThan(mostTokens);
    expect(bounded).toMatch(
      /^Line 0 of many\.\n[^]*\nLine \d+ of many\.\nCut here: \d+ of \d+ characters are left out\. Ask/,
    );
    expect(bounded.endsWith('\nThe note.')).toBe(true);
  });

  it.each([
    ['one line', 'x'.repeat(1_000_000)],
    ['emoji', '🙂'.repeat(100_000)],
    ['breaks', '\n'.repeat(100_000)],
  ])('is bounded in any form: %s', (_, text) => {
    for (const bounded of [boundedText(text), boundedText('Short.', text), boundedText(text, text)]) {
      expect(tokensIn(bounded)).toBeLessThan(mostTokens);
      expect(bounded).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    }
  });

  it('leaves small values unchanged', () => {
    expect(boundedText('a\nb', 'c')).toBe('a\nb\nc');
  });
});

describe('a structure that exceeds the limit', () => {
  it('keeps its shape: texts end in …, lists are shorter, positions are kept', () => {
    const structure = {
      name: 'n'.repeat(100_000),
      note: 'The note.',
      ok: true,
      nothing: null,
      items: many(3_000, (at) => ({ at, rect: [1, 2, 3, 4], name: `Item ${at}` })),
    };
    const bounded = boundedStructure(structure) as typeof structure;
    expect(costOf(bounded)).toBeLessThan(mostTokens);
    expect(bounded.name).toMatch(/^n+…$/);
    expect(bounded.note).toMatch(/^The note\.\nLong texts are cut \(…\), or lists .* Ask for less/);
    expect(bounded).toMatchObject({ ok: true, nothing: null });
    expect(bounded.items.length).toBeGreaterThan(20);
    for (const item of bounded.items) expect(item.rect).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['a record with very many fields', { all: Object.fromEntries(many(20_000, (at) => [`field-${at}`, at])) }],
    ['lists in lists', { all: many(50, () => many(50, () => many(50, (at) => `cell ${at}`))) }],
    ['numbers alone', { all: many(100_000, (at) => at) }],
    ['a failure', { ok: false, error: { code: 'internal', message: '”'.repeat(50_000), hint: 'h'.repeat(90_000) } }],
  ])('is bounded in any form: %s', (_, structure) => {
    expect(costOf(boundedStructure(structure))).toBeLessThan(mostTokens);
  });

  it('omits values that are nested too deeply', () => {
    let deep: Record<string, unknown> = {};
    for (let depth = 0; depth < 10_000; depth++) deep = { deeper: deep };
    expect(boundedStructure(deep)).toBeUndefined();
  });
});

describe('the answer of another server', () => {
  const text = (words: string) => ({ type: 'text' as const, text: words });

  it('is bounded in all its texts together, and in its structure; pictures are kept', () => {
    const image = { type: 'image' as const, mimeType: 'image/png', data: 'A'.repeat(100_000) };
    const resource = { type: 'resource' as const, resource: { uri: 'a:b', text: 'words '.repeat(20_000) } };
    const content = [text('words '.repeat(3_000)), image, resource, ...many(500, (at) => text(`Part ${at} of it.`))];
    const bounded = boundedForeign({ content, structuredContent: { rows: many(9_000, (at) => `row ${at}`) } });
    const words = bounded.content.map((block) =>
      'text' in block ? block.text : 'resource' in block && 'text' in block.resource ? block.resource.text : '',
    );
    expect(tokensIn(words.join('\n'))).toBeLessThan(mostTokens);
    expect(bounded.content).toContain(image);
    expect(words.at(-1)).toMatch(/^Cut: .*\(\d+ of 503 parts are here\)/);
    expect(costOf(bounded.structuredContent)).toBeLessThan(mostTokens);
    const long = boundedForeign({ content: [text('words '.repeat(20_000))] });
    expect((long.content[0] as { text: string }).text).toMatch(/Cut here: \d+ of 120000 characters/);
  });

  it('is unchanged if small, except for terminal control characters', () => {
    const small = { content: [text('a\nb')], structuredContent: { a: 1 }, _meta: { b: 2 } };
    expect(boundedForeign(small)).toEqual(small);
    expect(harmlessForeign({ content: [text('a\u001b[2J\u202eb')], structuredContent: { a: '\u202e' } })).toEqual({
      content: [text('a\\u001b[2Jb')],
      structuredContent: { a: '\u202e' },
    });
  });
});
