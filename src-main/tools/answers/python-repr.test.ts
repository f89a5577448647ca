import { expect, it } from 'vitest';
import { pythonRepr } from './python-repr.ts';

// Each right side is the output of Python 3.11 for `repr` of the left.
it.each<[unknown, string]>([
  [['1', '2'], "['1', '2']"],
  [{ button: 'left', double: false }, "{'button': 'left', 'double': False}"],
  ["it's", '"it\'s"'],
  ['say "it\'s"', "'say \"it\\'s\"'"],
  ['a\n\tb\\', "'a\\n\\tb\\\\'"],
  [null, 'None'],
  [1.5, '1.5'],
])('%j', (value, repr) => expect(pythonRepr(value)).toBe(repr));
