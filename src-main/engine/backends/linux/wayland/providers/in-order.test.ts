import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RawInput } from '../../../../backend.ts';
import { InOrder } from './observer.ts';

const key = (name: string, time: number): RawInput => ({ type: 'key', key: name, text: name, time });
let received: string[];
let order: InOrder;
beforeEach(() => {
  vi.useFakeTimers();
  received = [];
  order = new InOrder(300, (input) => received.push(input.type === 'key' ? input.key : input.type));
});
afterEach(() => vi.useRealTimers());

it('reports in order of time rather than of arrival', () => {
  const start = performance.now();
  order.push(key('b', start));
  vi.advanceTimersByTime(200);
  order.push(key('a', start - 50));
  order.push(key('c', start + 200));
  vi.advanceTimersByTime(90);
  expect(received).toEqual(['a']);
  vi.advanceTimersByTime(20);
  expect(received).toEqual(['a', 'b']);
  vi.advanceTimersByTime(300);
  expect(received).toEqual(['a', 'b', 'c']);
  expect(vi.getTimerCount()).toBe(0);
});

it('reports the rest when it ends', () => {
  order.push(key('b', performance.now() + 5));
  order.push(key('a', performance.now()));
  order.dispose();
  expect([received, vi.getTimerCount()]).toEqual([['a', 'b'], 0]);
});
