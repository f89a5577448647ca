import { expect, it } from 'vitest';
import type { FilterNews } from '../../key-filters/key-calls.ts';
import { XimTraffic } from './xim.ts';

const [server, app] = [1, 2];

/** A key event that an app forwards, or that the server sends back. */
function key(type: 2 | 3, keycode: number, time: number): Buffer {
  const data = Buffer.alloc(44);
  data.set([60, 0, 10, 0]);
  data.set([type, keycode], 12);
  data.writeUInt32LE(time, 16);
  return data;
}

function commit(text: string): Buffer {
  const bytes = Buffer.from(`\u001b%G${text}\u001b%@`);
  return Buffer.concat([Buffer.from([63, 0, 0, 0, 1, 0, 1, 0, 3, 0, bytes.length, 0]), bytes, Buffer.alloc(3)]);
}

it('answers for a forwarded key once that or a later one is sent back', () => {
  const news: FilterNews[] = [];
  const traffic = new XimTraffic((each) => news.push(each));
  traffic.receive(server, key(2, 42, 100));
  expect(traffic.isUsed).toBe(true);
  expect(news).toEqual([]);
  traffic.receive(server, key(3, 42, 150));
  traffic.receive(app, key(3, 42, 150));
  expect(news).toEqual([{ type: 'key', keycode: 42, taken: true }]);
  traffic.receive(server, key(2, 36, 200));
  traffic.receive(app, commit('한'));
  traffic.receive(app, key(2, 36, 200));
  expect(news.slice(1)).toEqual([
    { type: 'commit', text: '한' },
    { type: 'key', keycode: 36, taken: false },
  ]);
  traffic.receive(server, Buffer.from([59, 0, 0, 0]));
  expect(traffic.isUsed).toBe(false);
});
