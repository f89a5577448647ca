import { expect, it } from 'vitest';
import { contains, type Point, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { node as made } from '../../../../testing/node.ts';
import { overText } from './over-text.ts';

const node = (runtimeId: string, role: string, bounds: Rect, children: readonly RawNode[] = []): RawNode => ({
  ...made('Group', ''),
  runtimeId,
  role,
  bounds,
  children,
  childCount: children.length,
});

/** A picture in a page that scrolls, below whose lower edge it goes on. The last 15 rows of the page are its scroll bar. */
const picture = node('picture', 'image', { x: 50, y: 135, width: 100, height: 60 });
const content = node('content', 'section', { x: 1, y: 1, width: 290, height: 560 }, [picture]);
const scroller = node('scroller', 'section', { x: 0, y: 0, width: 300, height: 150 }, [content]);

it('is the scroller at its scroll bar, not what lies below the bar', async () => {
  const hitAt = ({ y }: Point) => Promise.resolve(y >= 135 ? 'scroller' : 'content');
  expect(await overText(scroller, { x: 100, y: 140 }, 'scroller', hitAt)).toBe('scroller');
});

it('is a picture whose text is no element, where the answer is what contains it', async () => {
  const shown = node('picture', 'image', { x: 50, y: 40, width: 100, height: 60 });
  const page = node('content', 'section', { x: 0, y: 0, width: 300, height: 150 }, [shown]);
  const isText = { x: 80, y: 60, width: 40, height: 20 };
  const hitAt = (at: Point) => Promise.resolve(contains(isText, at) ? 'content' : 'picture');
  expect(await overText(page, { x: 100, y: 70 }, 'content', hitAt)).toBe('picture');
});
