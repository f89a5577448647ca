import type { OcrResult } from '#contract/model/ocr';
import type { WindowInfo } from '#contract/model/windows/window';
import { fakeTree, walk } from './fake-desktop.ts';

/** The names in a window's tree, as a reader of its picture would find them. */
export function fakeText(window: WindowInfo): OcrResult {
  const named = [...walk(fakeTree(window))].filter(({ node }) => node.name !== '' && node.bounds !== null);
  const lines = named.map(({ node }) => {
    const bounds = node.bounds ?? window.bounds;
    return { text: node.name, bounds, words: [{ text: node.name, confidence: 96, bounds }] };
  });
  const text = lines.map((line) => line.text).join('\n');
  return { text, lines, bounds: window.bounds, language: 'eng', engine: 'tesseract.js', note: '', elapsedMs: 640 };
}
