import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { renderLabel } from './label.ts';

it("renders text if the system's first font has only symbols", async () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@vscode/codicons/package.json'));
  const symbols = GlobalFonts.registerFromPath(join(folder, 'dist/codicon.ttf'), 'sans-serif');
  try {
    const [one, other] = [await renderLabel('Edit “name”'), await renderLabel('Edit “mane”')];
    expect(one.width).toBe(other.width);
    expect(one.bgrx.equals(other.bgrx)).toBe(false);
  } finally {
    if (symbols) GlobalFonts.remove(symbols);
  }
});
