import { expect, it } from 'vitest';
import { DragWay } from './drag-way.ts';

function wayOf(points: readonly (readonly [number, number])[]) {
  const [first, ...rest] = points.map(([x, y]) => ({ x, y }));
  const way = new DragWay(first!);
  rest.slice(0, -1).forEach((point) => way.moved(point));
  return way.to(rest.at(-1)!);
}

/** Every pixel between them, as a hand moves. */
function along(...corners: (readonly [number, number])[]): [number, number][] {
  return corners.flatMap(([x, y], index) => {
    const [nextX, nextY] = corners[index + 1] ?? [x, y];
    const steps = Math.max(1, Math.abs(nextX - x), Math.abs(nextY - y));
    return Array.from({ length: steps }, (_, n): [number, number] => [
      x + ((nextX - x) * n) / steps,
      y + ((nextY - y) * n) / steps,
    ]);
  });
}

it('a way that trembles or bends a little is straight', () => {
  expect(wayOf([...along([0, 0], [200, 0])].map(([x, y], n) => [x, y + (n % 2) * 3]))).toEqual([]);
  expect(wayOf(along([0, 0], [300, 25], [600, 0]))).toEqual([]);
});

it('corners are kept, the pixels between them are not', () => {
  expect(wayOf(along([0, 0], [0, 100], [100, 100], [100, 0]))).toEqual([
    { x: 0, y: 100 },
    { x: 100, y: 100 },
  ]);
});

it('a way that ends where it began is kept', () => {
  expect(wayOf(along([0, 0], [50, 50], [0, 0]))).toEqual([{ x: 50, y: 50 }]);
});

it('keeps at most a hundred points, however often the way bends', () => {
  const spiral = Array.from({ length: 20_000 }, (_, n): [number, number] => [
    Math.round(500 + (n / 40) * Math.cos(n / 60)),
    Math.round(500 + (n / 40) * Math.sin(n / 60)),
  ]);
  const kept = wayOf(spiral);
  expect(kept).toHaveLength(100);
});
