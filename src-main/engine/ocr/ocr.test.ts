import { createCanvas } from '@napi-rs/canvas';
import { afterEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../base/log.ts';
import { createFakeBackend } from '../backends/fake/index.ts';
import type { RecognizedText, TextRecognizer } from '../backend.ts';
import type { Engine } from '../engine.ts';
import { createLocalEngine } from '../process/local-engine.ts';
import { pixelsOf } from '../picture/canvas.ts';
import { fontOf } from '../picture/font.ts';

let engine: Engine;
afterEach(() => engine.close());

const region = { x: 100, y: 50, width: 300, height: 80 };
const target = { kind: 'region', region } as const;
const word = (text: string, x: number, y: number) => ({ text, bounds: { x, y, width: 40, height: 12 } });
const read: RecognizedText = {
  language: 'de-DE',
  lines: [
    [word('unten', 5, 40)],
    [word('rechts', 100, 11)],
    [word('oben', 5, 10), word('links', 50, 10)],
    [word('|', 2, 60)],
  ],
};

/** A desktop whose screen shows “Ours”, and a platform recogniser. */
async function start(ocr: Partial<TextRecognizer>) {
  const canvas = createCanvas(region.width, region.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, region.width, region.height);
  context.fillStyle = '#222';
  context.font = await fontOf(14);
  context.fillText('Our own reader', 20, 40);
  const pixels = pixelsOf(canvas);
  const backend = createFakeBackend();
  const platform: TextRecognizer = {
    name: 'Platform',
    languages: () => Promise.resolve(['en-US', 'de-DE', 'zh-Hans-CN']),
    read: () => Promise.resolve(read),
    ...ocr,
  };
  const capture = { ...backend.capture, screen: () => Promise.resolve(pixels) };
  engine = await createLocalEngine({
    log: silentLog,
    backend: () => Promise.resolve({ ...backend, capture, ocr: platform }),
  });
}

test('the platform reads, by default in the languages of the user', async () => {
  const asked = vi.fn(() => Promise.resolve(read));
  await start({ read: asked });
  const result = await engine.ocr({ target });
  expect(result).toMatchObject({ engine: 'Platform', language: 'de-DE', text: 'oben links\trechts\nunten' });
  expect(result.lines[0]).toEqual({
    text: 'oben links',
    bounds: { x: 105, y: 60, width: 85, height: 12 },
    words: [
      { text: 'oben', confidence: null, bounds: { x: 105, y: 60, width: 40, height: 12 } },
      { text: 'links', confidence: null, bounds: { x: 150, y: 60, width: 40, height: 12 } },
    ],
  });
  for (const language of ['eng', 'en', 'en-GB', 'de', 'chi_sim', 'zh-CN']) await engine.ocr({ target, language });
  expect(asked.mock.calls.map((call: readonly unknown[]) => call[1])).toEqual([
    null,
    'en-US',
    'en-US',
    'en-US',
    'de-DE',
    'zh-Hans-CN',
    'zh-Hans-CN',
  ]);
});

test.each([
  ['has no language', { languages: () => Promise.resolve([]) }],
  ['cannot say which', { languages: () => Promise.reject(new Error('no')) }],
  ['fails', { read: () => Promise.reject(new Error('no')) }],
  ['takes no such picture', { read: () => Promise.resolve(null) }],
  ['finds nothing', { read: () => Promise.resolve({ language: 'de-DE', lines: [[word('|', 2, 60)]] }) }],
])('if the platform %s, the bundled recogniser reads', { timeout: 60_000 }, async (_, ocr) => {
  await start(ocr);
  expect(await engine.ocr({ target })).toMatchObject({ engine: 'tesseract.js', text: 'Our own reader' });
});

test(
  'the bundled recogniser reads languages that the platform lacks; languages that both lack are refused',
  { timeout: 60_000 },
  async () => {
    await start({ languages: () => Promise.resolve(['de-DE']) });
    expect(await engine.ocr({ target, language: 'en' })).toMatchObject({ engine: 'tesseract.js', language: 'eng' });
    await expect(engine.ocr({ target, language: 'xx' })).rejects.toMatchObject({ code: 'language_not_supported' });
  },
);

test('both report what they read', async () => {
  await start({});
  const { engine: name, languages, ready } = await engine.ocrStatus({});
  expect([name, ready]).toEqual(['Platform, else tesseract.js', true]);
  expect(languages.slice(0, 2)).toEqual([
    { name: 'en-US', file: 'Platform' },
    { name: 'de-DE', file: 'Platform' },
  ]);
  expect(languages.map((one) => one.name)).toContain('eng');
});
