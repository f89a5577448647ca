import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDataRows } from './data-rows.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'rows-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function read(name: string, text: string) {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return readDataRows(file);
}

it.each([
  [
    'commas',
    'name,city\nAnn,Rome\nBob,\n',
    [
      { name: 'Ann', city: 'Rome' },
      { name: 'Bob', city: '' },
    ],
  ],
  ['semicolons, a byte order mark and CRLF', '\ufeffname;city\r\nAnn;"a;b"\r\n', [{ name: 'Ann', city: 'a;b' }]],
  ['tabs, and no end of line', 'name\tcity\nAnn\tRome', [{ name: 'Ann', city: 'Rome' }]],
  ['quotes and lines inside', 'text\n"say ""hi""\nthere"\n', [{ text: 'say "hi"\nthere' }]],
  ['an empty last cell without end of line', 'a,b\n1,', [{ a: '1', b: '' }]],
  ['empty lines', 'a,b\n\n1,2\n\n', [{ a: '1', b: '2' }]],
])('reads a table with %s', async (_, text, rows) => expect(await read('rows.csv', text)).toEqual(rows));

it('reads a list of objects', async () => {
  expect(await read('rows.json', '[{"name":"Ann","age":42}]')).toEqual([{ name: 'Ann', age: '42' }]);
});

it.each([
  ['rows.csv', 'name,city\nAnn\n', 'has 1 cells in row 1, and 2 columns'],
  ['rows.csv', 'name,name\nAnn,Bob\n', 'has no name of its own for column 2'],
  ['rows.csv', 'name\n"Ann\n', 'cannot be read after row 1'],
  ['rows.csv', 'name\n', 'has no rows'],
  ['rows.csv', '', 'has no rows'],
  ['rows.json', '{"name":"Ann"}', 'is no list'],
  ['rows.json', '["Ann"]', 'has no object as row 1'],
  ['rows.json', '[{"name":null}]', 'has no text as “name” of row 1'],
  ['rows.json', '[{]', 'is not JSON'],
])('refuses %s with %j', async (name, text, why) => {
  await expect(read(name, text)).rejects.toMatchObject({ code: 'invalid_parameter' });
  await expect(read(name, text)).rejects.toThrow(why);
});
