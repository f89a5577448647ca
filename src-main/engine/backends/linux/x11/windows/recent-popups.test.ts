import { expect, it } from 'vitest';
import type { XEvent } from 'x11';
import { sleep } from '../../../../../base/async/deadline.ts';
import { RecentPopups } from './recent-popups.ts';

const event = (name: string, wid: number, more: Partial<XEvent> = {}) => ({ type: 0, name, wid, ...more }) as XEvent;
const place = { x: 100, y: 50, width: 40, height: 20, overrideRedirect: 1 };
const inside = { x: 120, y: 60 };

it('knows a popup that has just closed by its last place, and forgets it soon', async () => {
  const popups = new RecentPopups(() => Promise.resolve('menu'));
  const received = (...events: readonly XEvent[]) => events.forEach((each) => popups.received(each));
  received(event('CreateNotify', 7, { ...place, x: 0, y: 0 }), event('ConfigureNotify', 1, { ...place, wid1: 7 }));
  received(event('CreateNotify', 8, { ...place, overrideRedirect: 0 }), event('MapNotify', 8), event('UnmapNotify', 8));
  received(event('MapNotify', 7, { overrideRedirect: 1 }));
  expect(popups.at(inside)).toBeNull();
  received(event('UnmapNotify', 7), event('DestroyNotify', 7));
  expect(popups.at(inside)).toBe(7);
  expect(popups.at({ x: 10, y: 10 })).toBeNull();
  await sleep(300);
  expect(popups.at(inside)).toBeNull();
});

it('tells menus that a press beside them closes, but no tool tips, and none that the press opened', async () => {
  const popups = new RecentPopups((window) => Promise.resolve(window === 9 ? 'mute' : 'menu'));
  const open = (window: number, at: Partial<XEvent> = {}) => {
    popups.received(event('CreateNotify', window, { ...place, ...at }));
    popups.received(event('MapNotify', window, { overrideRedirect: 1 }));
  };
  open(7);
  open(9, { x: 500 });
  await sleep(200);
  open(8, { x: 300 });
  const press = { at: { x: 10, y: 10 }, time: performance.now() };
  const answer = popups.closedBy(press);
  await sleep(50);
  for (const window of [7, 8, 9]) popups.received(event('UnmapNotify', window));
  expect((await answer).map(({ window }) => window)).toEqual([7]);
  expect(await popups.closedBy({ ...press, at: inside })).toEqual([]);
  expect(await popups.closedBy({ ...press, time: performance.now() + 500 })).toEqual([]);
});
