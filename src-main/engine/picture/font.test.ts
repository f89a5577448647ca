import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import { afterAll, expect, it } from 'vitest';
import type * as font from './font.ts';
import { isLegible } from './font.ts';

const codicons = join(
  dirname(createRequire(import.meta.url).resolve('@vscode/codicons/package.json')),
  'dist/codicon.ttf',
);

// Like a desktop whose first font has only symbols.
const symbols = GlobalFonts.registerFromPath(codicons, 'sans-serif');
afterAll(() => symbols && GlobalFonts.remove(symbols));
// It looks for fonts once, and other tests may have asked it. It alone is loaded again: native types can be registered once.
const anew = './font.ts?anew';
const { fontOf } = (await import(anew)) as typeof font;

it('has letters, whatever the fonts of the system have', async () => {
  expect(await isLegible('aW', '16px sans-serif')).toBe(false);
  for (const weight of [400, 600]) {
    const font = await fontOf(16, weight);
    for (const letters of ['aWéß1…', 'Жук', 'Ωδ', 'שלום', 'مرحبا', '☑☐→•']) {
      expect(await isLegible(letters, font), `${letters} in ${font}`).toBe(true);
    }
  }
});

it('takes from the fonts of the system what it has not', async () => {
  const icons = '\uea60\uea61';
  expect(await isLegible(icons, '16px "Deskscope Sans"')).toBe(false);
  expect(await isLegible(icons, await fontOf(16))).toBe(true);
});

it('knows boxes by their looks, and nothing at all', async () => {
  const font = await fontOf(16);
  expect(await isLegible('\u{f1a00}\u{f1a01}', font)).toBe(false);
  expect(await isLegible('\u2003\u2002', font)).toBe(false);
});
