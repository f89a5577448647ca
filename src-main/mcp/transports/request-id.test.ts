import { expect, it } from 'vitest';
import { requestIdIn } from './stdio.ts';

const cut = (line: string) => requestIdIn(line.slice(0, 60), line.slice(-60));
const big = '"a":"' + 'x'.repeat(200) + '"';

it.each([
  [7, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{${big}}}`],
  ['a"}', `{"id":"a\\"}","method":"tools/call","params":{${big}}}`],
  [7, ` { "method" : "tools/call", "params": {${big}, "id": 3}, "jsonrpc": "2.0", "id": 7 }\n`],
  [null, `{"jsonrpc":"2.0","id":7,"result":{${big}}}`],
  [null, `{"method":"notifications/progress","params":{${big},"id":3}}`],
  [null, `{"method":"ping","params":{"b":"\\"id\\":3",${big}}}`],
  [null, `[{"jsonrpc":"2.0","id":7,"method":"ping","params":{${big}}}]`],
  [null, big],
])('finds the id %j in the ends of a request', (id, line) => {
  expect(cut(line)).toBe(id);
});
