import { expect, it } from 'vitest';
import { formatRef, parseRef, refFrom } from './ref.ts';

it('runtime ids consist of bus name and path, and other strings are rejected', () => {
  const ref = { bus: ':1.44', path: '/org/a11y/atspi/accessible/74' };
  expect(parseRef(formatRef(ref))).toEqual(ref);
  expect(() => parseRef('window')).toThrow('not a runtime id');
  expect(refFrom([':1.1', '/org/a11y/atspi/null'])).toBeNull();
  expect(refFrom(null)).toBeNull();
});
