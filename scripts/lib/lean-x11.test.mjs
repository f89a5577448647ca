import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { leanX11 } from './lean-x11.mjs';

const require = createRequire(import.meta.url);

test('the kept keysyms type the same characters as all of them', () => {
  const file = require.resolve('x11/lib/keysyms.js');
  /** @type {unknown} */
  const reported = require(file);
  const full = /** @type {KeySyms} */ (reported);
  const { load } = /** @type {{ load: (id: string) => string }} */ (/** @type {unknown} */ (leanX11()));
  const module = { exports: /** @type {KeySyms} */ ({}) };
  runInNewContext(load(file), { module, JSON });
  const lean = typed(module.exports);
  expect(lean).toEqual(typed(full));
  // Cyrillic_a is older than Unicode: only the table knows its character.
  expect(lean).toContainEqual([0x06c1, 'а']);
});

test('requested extensions are kept', () => {
  const { load } = /** @type {{ load: (id: string) => string | null }} */ (/** @type {unknown} */ (leanX11()));
  const source = readFileSync('src-main/engine/backends/linux/x11/display/extensions.ts', 'utf8');
  const table = /interface Extensions \{([^}]*)\}/.exec(source)?.[1] ?? '';
  const asked = [...table.matchAll(/readonly (\w+):/g)].map(([, name]) => name);
  expect(asked).toContain('xinput');
  // The library itself requests these.
  for (const name of [...asked, 'big-requests', 'ge'])
    expect(load(require.resolve(`x11/lib/ext/${name}.js`)), name).toBeNull();
});

/** @typedef {import('./lean-x11.mjs').KeySyms} KeySyms */

/** Each keysym that types a character, with that character, from the start of its description. @param {KeySyms} table */
function typed(table) {
  return Object.values(table).flatMap(({ code, description }) => {
    const character = /^\((.)\)/u.exec(description ?? '')?.[1];
    return character === undefined ? [] : [[code, character]];
  });
}
