import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCli, type BuiltCli } from './testing/built-cli.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli('x11');
}, 60_000);
afterAll(() => cli.remove());

it('lists the windows of X11 without the rest of an engine', { timeout: 20_000 }, async () => {
  const loaded = await cli.sourcesLoadedBy('windows');
  expect(loaded).toContain('src-main/engine/backends/linux/entry/x11-windows.ts');
  // Composing characters is native code.
  expect(loaded.filter((source) => /local-engine|fork-engine|\/(atspi|input|xkb)\//.test(source))).toEqual([]);
  expect(await cli.json('windows', '--all')).toMatchObject({ ok: true, windows: expect.any(Array) as unknown });
});
