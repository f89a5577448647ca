import { expect, it } from 'vitest';
import { readLine } from './message.ts';

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

it('passes on what can be read: after a byte order mark, in a batch, without parameters that are written as null', () => {
  expect(readLine(`\uFEFF${JSON.stringify({ ...ping, params: null })}`)).toEqual({ passed: [ping], refused: [] });
  expect(readLine(JSON.stringify([ping, { jsonrpc: '2.0', method: 'x' }])).passed).toHaveLength(2);
});

it.each<[string, number | string | null, number]>([
  ['no json', null, -32_700],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}', 7, -32_600],
  ['{"id":"a","method":"ping"}', 'a', -32_600],
  ['7', null, -32_600],
])('answers %s, for which the client would wait for ever', (line, id, code) => {
  expect(readLine(line)).toMatchObject({ passed: [], refused: [{ jsonrpc: '2.0', id, error: { code } }] });
});

it('answers each of a batch by itself', () => {
  const { passed, refused } = readLine(JSON.stringify([ping, { id: 2, method: 'ping' }]));
  expect(passed).toEqual([ping]);
  expect(refused.map(({ id }) => id)).toEqual([2]);
});
