import { expect, test } from 'vitest';
import { elementOf, focusWindow, type Desk } from '../desk.ts';

/** The recogniser's thread starts with the first of them. */
const maxMs = 60_000;

export function ocrContract(desk: () => Desk): void {
  test('words are read where they stand', { timeout: maxMs }, async () => {
    const { engine, legible } = desk();
    const { id } = await focusWindow(desk(), legible.title);
    const { name, bounds } = await elementOf(desk(), legible);
    const { lines, text, language } = await engine.ocr({ target: { kind: 'window', window: id } });
    expect(language).toBe('eng');
    expect(text.split(/[\n\t]/)).toEqual(lines.map((line) => line.text));
    const [first] = name.split(' ');
    const near = lines.flatMap(({ words }) => words).filter((word) => word.text === first);
    const inside = near.filter(
      ({ bounds: { x, y, width, height } }) =>
        x > (bounds?.x ?? 0) &&
        y >= (bounds?.y ?? 0) - 3 &&
        y + height <= (bounds?.y ?? 0) + (bounds?.height ?? 0) + 3 &&
        width > 10,
    );
    expect(inside.length).toBeGreaterThan(0);
  });

  test('an element is read by itself', { timeout: maxMs }, async () => {
    const { engine, legible } = desk();
    const { id, name, bounds } = await elementOf(desk(), legible);
    const result = await engine.ocrElement({ element: id, language: 'en-US' });
    expect(result.text).toContain(name);
    expect(result.bounds).toEqual(bounds);
  });

  test('what cannot be read is refused with its reason', { timeout: maxMs }, async () => {
    const { engine } = desk();
    const region = { x: 5, y: 5, width: 3, height: 3 };
    const target = { kind: 'region', region } as const;
    await expect(engine.ocr({ target })).rejects.toMatchObject({ code: 'no_text_found' });
    const unknown = engine.ocr({ target, language: 'xx-XX' });
    await expect(unknown).rejects.toMatchObject({ code: 'language_not_supported' });
    await expect(unknown).rejects.toHaveProperty('data.languages', expect.arrayContaining(['eng']));
    const outside = { kind: 'region', region: { ...region, x: 90_000 } } as const;
    await expect(engine.ocr({ target: outside })).rejects.toMatchObject({ code: 'invalid_region' });
  });

  test('reading ends when it is cancelled, and works again afterwards', { timeout: maxMs }, async () => {
    const { engine, legible } = desk();
    const { id } = await focusWindow(desk(), legible.title);
    const target = { kind: 'window', window: id } as const;
    const abort = new AbortController();
    const reading = engine.ocr({ target }, { signal: abort.signal });
    setTimeout(() => abort.abort(), 30);
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    const hasty = engine.ocr({ target }, { timeoutMs: 5 });
    await expect(hasty).rejects.toMatchObject({ code: 'timeout' });
    expect((await engine.ocr({ target })).lines.length).toBeGreaterThan(0);
  });

  test('it reports whether it is ready, and how to add a language', async () => {
    const status = await desk().engine.ocrStatus({});
    expect(status).toMatchObject({ ready: true, detail: '' });
    expect(status.languages.map(({ name }) => name)).toContain('eng');
    expect(status.howToAdd).toContain('.traineddata');
  });
}
