import { expect, it } from 'vitest';
import { readMessages, isTooDeep } from './client-message.ts';

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

it.each([
  ['a request', ping],
  ['one with parameters', { ...ping, params: { a: null } }],
  ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
  ['an answer', { jsonrpc: '2.0', id: 'a', result: {} }],
])('passes %s on as it is', (_, message) => {
  expect(readMessages(JSON.stringify(message))).toEqual({ passed: [message], refused: [] });
});

it('reads a line that begins with a byte order mark, and no parameters that are written as null', () => {
  expect(readMessages(`\uFEFF${JSON.stringify({ ...ping, params: null })}`)).toEqual({ passed: [ping], refused: [] });
});

it.each([
  [{ name: 'a', arguments: null, _meta: null }, { name: 'a' }],
  [{ cursor: null }, {}],
  [
    { name: 'a', arguments: '{"b":1}' },
    { name: 'a', arguments: { '': '{"b":1}' } },
  ],
  [
    { name: 'a', arguments: [{ b: null }] },
    { name: 'a', arguments: { '': [{ b: null }] } },
  ],
  [
    { name: 'a', arguments: { b: null } },
    { name: 'a', arguments: { b: null } },
  ],
])('reads the parameters %j, which the protocol would refuse', (params, read) => {
  expect(readMessages(JSON.stringify({ ...ping, params })).passed).toEqual([{ ...ping, params: read }]);
});

it('takes a batch apart, and answers each of it that is no request', () => {
  const { passed, refused } = readMessages(JSON.stringify([ping, { id: 2 }, 7, { ...ping, id: 3 }]));
  expect(passed).toEqual([ping, { ...ping, id: 3 }]);
  expect(refused.map(({ id, error }) => [id, error.code])).toEqual([
    [2, -32_600],
    [null, -32_600],
  ]);
  for (const many of [[], Array.from({ length: 101 }, () => ping)]) {
    expect(readMessages(JSON.stringify(many))).toMatchObject({ passed: [], refused: [{ id: null }] });
  }
});

it.each<[string, number | string | null, number]>([
  ['not json', null, -32_700],
  ['{"jsonrpc":"2.0","id":"a","method":7}', 'a', -32_600],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}', 7, -32_600],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","more":1}', 7, -32_600],
  ['{"id":7,"method":"ping"}', 7, -32_600],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 1.5, -32_600],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32_600],
  ['"ping"', null, -32_600],
])('answers %s, for which the client would wait for ever', (line, id, code) => {
  const { passed, refused } = readMessages(line);
  expect(passed).toEqual([]);
  expect(refused).toMatchObject([{ jsonrpc: '2.0', id, error: { code } }]);
});

it('answers no answer and no notification', () => {
  for (const line of ['{"jsonrpc":"2.0","id":[],"result":1}', '{"jsonrpc":"1","method":"notifications/initialized"}']) {
    expect(readMessages(line)).toEqual({ passed: [], refused: [] });
  }
});

it.each([
  ['[]', false],
  ['['.repeat(200), false],
  ['['.repeat(201), true],
  ['{"a":'.repeat(100_000), true],
  ['[],'.repeat(1_000), false],
  [JSON.stringify({ text: '[{'.repeat(1_000) }), false],
  [JSON.stringify({ text: '"'.repeat(500) + '['.repeat(1_000) }), false],
])('counts levels, and no brackets of texts: %#', (json, deep) => {
  expect(isTooDeep(json)).toBe(deep);
});
