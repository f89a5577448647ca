import { expect, it } from 'vitest';
import { z } from 'zod';
import { method } from '#contract/define';
import { AppError } from '#contract/errors';
import { silentLog } from '../../base/log.ts';
import { createDispatch } from './dispatch.ts';

const contract = {
  'math.double': method(z.object({ value: z.number() })).returns<number>(),
  'math.fail': method(z.object({})).returns<never>(),
  'math.crash': method(z.object({})).returns<never>(),
};
const dispatch = createDispatch(
  contract,
  {
    'math.double': ({ value }, caller: string) => Promise.resolve(caller === 'twice' ? value * 4 : value * 2),
    'math.fail': () => Promise.reject(new AppError('element_stale')),
    'math.crash': () => Promise.reject(new Error('the path is /home/anna/secret')),
  },
  silentLog,
);

it('hands the parsed input and the caller to the handler', async () => {
  expect(await dispatch('math.double', { value: 21 }, 'once')).toEqual({ ok: true, value: 42 });
  expect(await dispatch('math.double', { value: 21 }, 'twice')).toEqual({ ok: true, value: 84 });
});

it('names the field of a bad input', async () => {
  const reply = await dispatch('math.double', { value: 'x' }, '');
  expect(reply).toMatchObject({
    ok: false,
    error: { code: 'invalid_parameter', message: expect.stringContaining('value') as string },
  });
});

it.each(['math.none', 'toString', '__proto__', 7, null])('refuses the unknown method %s', async (name) => {
  expect(await dispatch(name, {}, '')).toMatchObject({ ok: false, error: { code: 'invalid_parameter' } });
});

it('keeps the code of a known error and reports nothing of an unknown one', async () => {
  expect(await dispatch('math.fail', {}, '')).toMatchObject({ ok: false, error: { code: 'element_stale' } });
  const crash = await dispatch('math.crash', {}, '');
  expect(crash).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect(JSON.stringify(crash)).not.toContain('anna');
});
