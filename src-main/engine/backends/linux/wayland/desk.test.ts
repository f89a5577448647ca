import { expect, it } from 'vitest';
import type { CompositorWindow } from './compositor.ts';
import { namedByX } from './desk.ts';

const window = (id: `0x${string}`, title: string, isX = true, className = 'gimp') =>
  ({ id, title, isX, className, processId: 7 }) as CompositorWindow;
const ofX = (id: `0x${string}`, title: string, className = 'Gimp') => ({ id, title, className, processId: 7 });

it('gives X windows of KWin 6 the ids of the X server, by process, title and order', () => {
  const windows = [
    window('0x1aaaaaaaaaaaa', 'Layers'),
    window('0x1bbbbbbbbbbbb', 'Tool'),
    window('0x1cccccccccccc', 'Tool'),
  ];
  const x = [ofX('0x400003', 'Tool'), ofX('0x400005', 'Tool'), ofX('0x400007', 'Layers')];
  expect(namedByX(windows, x).map(({ id }) => id)).toEqual(['0x400007', '0x400003', '0x400005']);
});

it('matches by class if a title has changed, and never a window of another process', () => {
  const x = [{ ...ofX('0x400003', 'New'), processId: 8 }, ofX('0x400005', 'New')];
  expect(namedByX([window('0x1aaaaaaaaaaaa', 'Old')], x)).toMatchObject([{ id: '0x400005', isX: true }]);
});

it('leaves other windows unchanged, and keeps those without an X counterpart', () => {
  const windows = [
    window('0x1aaaaaaaaaaaa', 'Notes', false),
    window('0x600001', 'Known'),
    window('0x1bbbbbbbbbbbb', 'Gone'),
  ];
  expect(namedByX(windows, [ofX('0x600001', 'Gone')])).toMatchObject([
    { id: '0x1aaaaaaaaaaaa', isX: false },
    { id: '0x600001', isX: true },
    { id: '0x1bbbbbbbbbbbb', isX: false },
  ]);
});
