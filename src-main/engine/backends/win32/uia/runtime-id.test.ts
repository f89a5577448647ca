import { expect, it } from 'vitest';
import { formatRuntimeId, idByPlace, parseRuntimeId } from './runtime-id.ts';

it('round-trips ids', () => {
  const numbers = [42, 65612, 4, -2147483648];
  const id = formatRuntimeId(numbers);
  expect(id).toBe('u:42.65612.4.-2147483648');
  expect(parseRuntimeId(id)).toEqual({ numbers });
  expect(parseRuntimeId(idByPlace(idByPlace(id, 3), 0))).toEqual({ parent: idByPlace(id, 3), index: 0 });
});

it.each(['u:', 'u:4.', 'u:4..2', 'h:1003c', 'u:42.x', '!3', 'u:42.2147483648'])('rejects %s', (id) => {
  expect(parseRuntimeId(id)).toBeNull();
});
