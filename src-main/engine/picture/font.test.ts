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
// The module caches fonts, and other tests may have used it. Only this module is reloaded, since native types can be registered
// only once.
const anew = './font.ts?anew';
const { fontOf } = (await import(anew)) as typeof font;

it('has letters, whatever fonts the system has', async () => {
  expect(await isLegible('aW', '16px sans-serif')).toBe(false);
  for (const weight of [400, 600]) {
    const font = await fontOf(16, weight);
    for (const letters of ['aWéß1…', 'Жук', 'Ωδ', 'שלום', 'مرحبا', '☑☐→•']) {
      expect(await isLegible(letters, font), `${letters} in ${font}`).toBe(true);
    }
  }
});

it('falls back to system fonts for missing letters', async () => {
  const icons = '\uea60\uea61';
  expect(await isLegible(icons, '16px "Deskscope Sans"')).toBe(false);
  expect(await isLegible(icons, await fontOf(16))).toBe(true);
});

it('detects placeholder boxes and empty glyphs by their looks', async () => {
  const font = await fontOf(16);
  expect(await isLegible('\u{f1a00}\u{f1a01}', font)).toBe(false);
  expect(await isLegible('\u2003\u2002', font)).toBe(false);
});
