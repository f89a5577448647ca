import { afterAll, beforeAll, expect, it } from 'vitest';
import { endsWith, clicked } from './done.ts';
import { openDoor, type Door } from './server.ts';
import { shown } from './session.ts';
import { stage } from './stage.ts';
import type { Item, Scene } from './scene.ts';
import type { ToolkitName } from './toolkits.ts';

const pane: Item = { id: 'pane', kind: 'pane', name: 'Pane', x: 328, y: 244, w: 308, h: 148, height: 560 };
const inPane = (id: string, kind: Item['kind'], name: string, x: number, y: number): Item => {
  return { id, kind, name, x, y, w: 120, h: 36, pane: true };
};
const scene: Scene = {
  items: [
    pane,
    inPane('above', 'button', 'Above', 8, 28),
    inPane('below', 'button', 'Below', 8, 428),
    inPane('field', 'field', 'Note', 148, 500),
    { id: 'list', kind: 'list', name: 'Fruits', x: 8, y: 100, w: 140, h: 148, options: ['Fig', 'Plum'] },
  ],
  menu: { name: 'Actions', entries: [['open', 'Open']] },
  scroll: 0,
};

let door: Door;
beforeAll(async () => void (door = await openDoor()), 60_000);
afterAll(() => door.close());

/**
 * Scroll bars that accept a value (GTK 3), bars that do not (GTK 4), elements that scroll themselves (a page whose body clips).
 */
it.each<ToolkitName>(['GTK 3', 'GTK 4', 'Firefox'])(
  '%s: an element scrolled out of view is brought into view before it is used, wherever it is',
  async (toolkit) => {
    const app = await stage(toolkit, 1);
    try {
      await app.show(scene);
      await shown(door, scene);
      for (const [id, name] of [
        ['below', 'Below'],
        ['above', 'Above'],
        ['below', 'Below'],
      ] as const) {
        const { ok, text } = await door.call('click_element', { window: 'Scene', name, control_type: 'Button' });
        expect(ok, text).toBe(true);
        const received = await app.received(200);
        expect(clicked('button')(received, id), JSON.stringify(received)).toBe(true);
      }
      const typed = await door.call('type_text', { window: 'Scene', name: 'Note', text: 'seen' });
      expect(typed.ok, typed.text).toBe(true);
      expect(endsWith('text', 'seen')(await app.received(200), 'field')).toBe(true);
    } finally {
      await app.close();
    }
  },
  60_000,
);
