import { expect, it } from 'vitest';
import { callWords } from './call-words.ts';

it('describes a call: its tool without the namespace, and the first sentence of its failure', () => {
  const call = { tool: 'action::click_element', target: 'Button “7” in galculator' };
  expect(callWords(call)).toEqual({ tool: 'click_element', target: 'Button “7” in galculator', why: '' });
  const error = 'No element matches. The nearest is Button “1.7”.\nTry another.';
  expect(callWords({ ...call, target: 'a\nb', error })).toMatchObject({ target: 'a b', why: 'No element matches.' });
  expect(callWords({ ...call, error: 'element_not_found' }).why).toBe('No element matches.');
});
